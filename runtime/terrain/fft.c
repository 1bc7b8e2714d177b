#include "terrain/fft.h"
#include "math/trig.h"
#include <string.h>

/* e^(i times so many turns) of part/whole */
static trn_turn turn_of(int64_t part, int64_t whole)
{
    trn_turn t;
    trn_sincos((double)part / (double)whole, &t.sine, &t.cosine);
    return t;
}

static bool is_smooth(int64_t n)
{
    static const int32_t primes[] = {2, 3, 5};
    for (int i = 0; i < 3; ++i)
        while (n % primes[i] == 0) n /= primes[i];
    return n == 1;
}

/* The length itself, or one in which a convolution with all differences of its indices fits. */
static int64_t inner_length(int32_t length)
{
    int64_t n = length;
    if (is_smooth(n)) return n;
    for (n = 2 * n - 1; !is_smooth(n); ++n) {}
    return n;
}

static void take_apart(trn_fft_plan *plan)
{
    static const uint8_t radices[] = {4, 2, 3, 5};
    int32_t rest = plan->inner;
    for (int i = 0; i < 4; ++i)
        for (; rest % radices[i] == 0; rest /= radices[i]) plan->radix[plan->stages++] = radices[i];
}

/* How many turns the tables of all stages hold. */
static size_t count_twiddles(const trn_fft_plan *plan)
{
    size_t count = 0, rest = (size_t)plan->inner;
    for (int32_t i = 0; i < plan->stages; ++i) {
        rest /= plan->radix[i];
        count += rest * (plan->radix[i] - 1u);
    }
    return count;
}

static bool outline(trn_fft_plan *plan, int32_t length)
{
    const int64_t inner = inner_length(length);
    *plan = (trn_fft_plan){.length = length, .inner = (int32_t)inner};
    if (inner > INT32_MAX / 2) return false;
    take_apart(plan);
    return true;
}

/* The block: first the room in which a chirp is transformed, then tables. */
static size_t room_bytes(const trn_fft_plan *plan)
{
    return plan->inner == plan->length ? 0 : trn_fft_room(plan) * sizeof(trn_fft_lanes);
}

size_t trn_fft_plan_bytes(int32_t length)
{
    trn_fft_plan plan;
    if (!outline(&plan, length)) return 0;
    size_t turns = count_twiddles(&plan);
    if (plan.inner != length) turns += (size_t)length + (size_t)plan.inner;
    return room_bytes(&plan) + (turns + 1) * sizeof(trn_turn);
}

static trn_turn *make_twiddles(const trn_fft_plan *plan, trn_turn *w)
{
    int64_t rest = plan->inner;
    for (int32_t i = 0; i < plan->stages; ++i) {
        const int64_t whole = rest, radix = plan->radix[i];
        rest /= radix;
        for (int64_t p = 0; p < rest; ++p)
            for (int64_t k = 1; k < radix; ++k) *w++ = turn_of(p * k, whole);
    }
    return w;
}

/* What a transform of inner length makes of the chirp, which lies around index 0 both ways; in the first of eight lanes. */
static void make_spectrum(const trn_fft_plan *plan, void *room, trn_turn *spectrum)
{
    trn_fft_lanes *const x = room;
    const int32_t n = plan->length, inner = plan->inner;
    trn_fft_plan stages = *plan;
    stages.length = inner;
    memset(x, 0, (size_t)inner * sizeof *x);
    for (int32_t j = 0; j < n; ++j) {
        trn_fft_lanes *const ends[] = {&x[j], &x[j ? inner - j : 0]};
        for (int e = 0; e < 2; ++e) {
            ends[e]->re[0] = plan->chirp[j].cosine;
            ends[e]->im[0] = plan->chirp[j].sine;
        }
    }
    const fft_args args = {
        .plan = &stages, .re = x->re, .im = x->im, .next = 1, .step = sizeof *x / sizeof(double), .count = 1, .room = x,
    };
    TRN_KERNEL(fft)->level[0](&args, 0, 1);
    for (int32_t k = 0; k < inner; ++k) spectrum[k] = (trn_turn){x[k].re[0] / inner, x[k].im[0] / inner};
}

void trn_fft_plan_make(trn_fft_plan *plan, int32_t length, void *block)
{
    if (!outline(plan, length)) return;
    trn_turn *const twiddle = (trn_turn *)((char *)block + room_bytes(plan));
    trn_turn *const chirp = make_twiddles(plan, twiddle), *const spectrum = chirp + length;
    plan->twiddle = twiddle;
    if (plan->inner == length) return;
    for (int64_t j = 0; j < length; ++j) chirp[j] = turn_of(j * j % (2 * (int64_t)length), 2 * (int64_t)length);
    plan->chirp = chirp;
    plan->spectrum = spectrum;
    make_spectrum(plan, block, spectrum);
}
