/* post_params.h - the post-processing parameters that generators share. A node's struct says TRN_POST_MEMBERS; where the
 * rows belong its table says TRN_POST_ROWS(struct); its eval ends with trn_post(ev, TRN_POST_OF(p), layer). */
#ifndef TRN_POST_PARAMS_H
#define TRN_POST_PARAMS_H
#include "graph/node.h"
#include "kernels/post.h"
#include "math/exp.h"
#include "math/scalar.h"

#define TRN_POST_MEMBERS                                                                                             \
    bool fold, complement, use_clamp_min, use_clamp_max;                                                             \
    double pp_bias, gain, gamma, contrast, clamp_min, clamp_max

#define TRN_POST_GROUP .group = "Post Processing"
#define TRN_POST_ROWS(S)                                                                                             \
    TRN_TOGGLE(S, fold, "Fold", false, TRN_POST_GROUP, .doc = "Take the absolute value."),                           \
    TRN_TOGGLE(S, complement, "Complement", false, TRN_POST_GROUP, .doc = "Replace x with 1 - x."),                  \
    TRN_FLOAT(S, pp_bias, "Bias", 0.5, 0, 1, TRN_POST_GROUP,                                                         \
              .doc = "Perlin's bias. 0.5 leaves values alone, less pulls them towards 0, more towards 1."),          \
    TRN_FLOAT(S, gain, "Gain", 0.5, 0, 1, TRN_POST_GROUP,                                                            \
              .doc = "Perlin's gain. 0.5 leaves values alone, more steepens the middle, less flattens it."),         \
    TRN_FLOAT(S, gamma, "Gamma", 1, 0.001, 100, TRN_POST_GROUP, .doc = "x^gamma. Above 1 darkens."),                 \
    TRN_FLOAT(S, contrast, "Contrast", 1, -100, 100, TRN_POST_GROUP, .doc = "Scales values around 0.5."),            \
    TRN_FLOAT(S, clamp_min, "Clamp Minimum", 0, -TRN_ANY, TRN_ANY, TRN_POST_GROUP,                                   \
              .doc = "Lower limit, while use_clamp_min is on."),                                                     \
    TRN_TOGGLE(S, use_clamp_min, "Use Clamp Min", false, TRN_POST_GROUP, .doc = "Apply the lower limit."),           \
    TRN_FLOAT(S, clamp_max, "Clamp Maximum", 1, -TRN_ANY, TRN_ANY, TRN_POST_GROUP,                                   \
              .doc = "Upper limit, while use_clamp_max is on. It wins over a lower limit above it."),                \
    TRN_TOGGLE(S, use_clamp_max, "Use Clamp Max", false, TRN_POST_GROUP, .doc = "Apply the upper limit.")

/* For a node's documentation. */
#define TRN_POST_DOC                                                                                                 \
    "Post processing runs in this order: `fold`, `complement`, `pp_bias`, `gain`, `gamma`, `contrast`, `clamp_min`, " \
    "`clamp_max`. Bias, gain and gamma are powers that keep the sign, sign(x) |x|^e, so that negative values give no " \
    "NaN: bias b has e = -log2 b, and gain g is bias 1 - g on each half (Perlin and Hoffert 1989). A stage at its "    \
    "neutral value leaves every bit alone."

/* -log2 b. The exponents of 0 and 1 would be infinite and 0: b stops 2^-20 short of them. */
static inline double trn_post_exponent(double b)
{
    return b == 0.5 ? 1.0 : -trn_log2(trn_clamp(b, 1.0 / 1048576.0, 1.0 - 1.0 / 1048576.0));
}
#define TRN_POST_OF(p)                                                                                               \
    ((post_args){.fold = (p)->fold, .complement = (p)->complement, .bias = trn_post_exponent((p)->pp_bias),          \
                 .gain = trn_post_exponent(1.0 - (p)->gain), .gamma = (p)->gamma, .contrast = (p)->contrast,         \
                 .use_min = (p)->use_clamp_min, .min = (p)->clamp_min, .use_max = (p)->use_clamp_max, .max = (p)->clamp_max})

static inline bool trn_post_neutral(const post_args *a)
{
    return !a->fold && !a->complement && a->bias == 1.0 && a->gain == 1.0 && a->gamma == 1.0 && a->contrast == 1.0 &&
           !a->use_min && !a->use_max;
}
/* On every channel of an f32 or f64 layer that is still being made. */
static inline trn_status trn_post(trn_eval *ev, post_args a, trn_layer *layer)
{
    const trn_layer_info *l = trn_layer_get_info(layer);
    trn_status st = TRN_OK;
    if (trn_post_neutral(&a)) return st;
    a.width = l->width;
    a.height = l->height;
    for (int32_t c = 0; st == TRN_OK && c < l->channels; ++c) {
        a.plane = l->type == TRN_F32 ? trn_layer_f32(layer, c) : NULL;
        a.exact = l->type == TRN_F64 ? trn_layer_f64(layer, c) : NULL;
        st = trn_run(ev, TRN_DEVICE_KERNEL(post), &a, a.height);
    }
    return st;
}
#endif
