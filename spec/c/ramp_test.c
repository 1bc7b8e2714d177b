/* Parameters that are ramps, and lists of numbers. */
#include "check.h"
#include "terrain/color_ramp.h"
#include "terrain/numbers.h"

static trn_error err;

static double at(const char *text, int32_t mode, double t, int32_t channel)
{
    trn_color_ramp r;
    int32_t a;
    double f;
    CHECK_STATUS(trn_ramp_parse(text, mode, "ramp", &r, &err), TRN_OK, err);
    trn_ramp_find(&r, t, &a, &f);
    return trn_ramp_at(&r, a, f, channel);
}

static void test_ramps(void)
{
    CHECK_SAME(at("0:0 0.5:1 1:0", TRN_RAMP_LINEAR, 0.25, 0), 0.5);
    CHECK_SAME(at("0:0 0.5:1 1:0", TRN_RAMP_LINEAR, 0.75, 0), 0.5);
    CHECK_SAME(at("0:0 1:1", TRN_RAMP_SMOOTH, 0.25, 0), 0.15625);
    CHECK_SAME(at("0:0 .5:1", TRN_RAMP_CONSTANT, 0.49, 0), 0);
    CHECK_SAME(at("0:0 .5:1", TRN_RAMP_CONSTANT, 0.5, 0), 1);
    CHECK_SAME(at("1:4 0:2", TRN_RAMP_LINEAR, 0.5, 0), 3);              /* in any order */
    CHECK_SAME(at("0:1 0.5:2 0.5:7 1:7", TRN_RAMP_LINEAR, 0.5, 0), 7);  /* of equal places the last */
    CHECK_SAME(at("0:1 0.5:2 0.5:7 1:7", TRN_RAMP_LINEAR, 0.25, 0), 1.5);
    CHECK_SAME(at("0.2:5", TRN_RAMP_LINEAR, -3, 0), 5);
    CHECK_SAME(at("0.2:5 0.4:6", TRN_RAMP_SMOOTH, 0.1, 0), 5);          /* ends hold */
    CHECK_SAME(at("0.2:5 0.4:6", TRN_RAMP_SMOOTH, 9, 0), 6);
    CHECK_SAME(at("0.2:5 0.4:6", TRN_RAMP_LINEAR, 0.4, 0), 6);
    CHECK_SAME(at("  0:0,0,0\t1:1, 0.5,0  ", TRN_RAMP_LINEAR, 0.5, 1), 0.25);
    static const char *const wrong[] = {"", "  ", "0", "0:", "0:a", "0:1,", "0:1,2,3,4,5", "0:1 1:1,2", "x:1", "0:1;1:2", "0:1 1"};
    for (int32_t i = 0; i < TRN_COUNT(wrong); ++i) {
        trn_color_ramp r;
        CHECK_STATUS(trn_ramp_parse(wrong[i], TRN_RAMP_LINEAR, "ramp", &r, &err), TRN_ERR_ARGUMENT, err);
        CHECK_TEXT(err.message, "ramp: ");
    }
    char many[65 * 4 + 1] = "";
    trn_color_ramp r;
    for (int i = 0; i < 64; ++i) strcat(many, "0:1 ");
    CHECK_STATUS(trn_ramp_parse(many, TRN_RAMP_LINEAR, "ramp", &r, &err), TRN_OK, err);
    strcat(many, "0:1 ");
    CHECK_STATUS(trn_ramp_parse(many, TRN_RAMP_LINEAR, "ramp", &r, &err), TRN_ERR_ARGUMENT, err);
}

static void test_numbers(void)
{
    double x[3] = {7, 7, 7};
    CHECK_EQUAL(trn_parse_numbers("1 -2.5,3e2", x, 3), 3);
    CHECK(x[0] == 1 && x[1] == -2.5 && x[2] == 300);
    CHECK_EQUAL(trn_parse_numbers("1 2 3 4", x, 3), -1);
    CHECK_EQUAL(trn_parse_numbers("", x, 3), 0);
    CHECK_EQUAL(trn_parse_numbers("1 two", x, 3), -1);
    CHECK_STATUS(trn_need_numbers(&err, "offset", "5", x, 1, 3), TRN_OK, err);
    CHECK(x[0] == 5 && x[1] == 2); /* what is left out keeps its value */
    CHECK_STATUS(trn_need_numbers(&err, "offset", "5 5", x, 3, 3), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "offset: must be 3 numbers, got '5 5'");
    CHECK_STATUS(trn_need_numbers(&err, "offset", "1 2 1e30", x, 2, 3), TRN_ERR_ARGUMENT, err);
    CHECK_TEXT(err.message, "1e24");
}

int main(void)
{
    test_ramps();
    test_numbers();
    return check_end();
}
