/* fractal_noise.h - images of fractal noise: the plan that the noise kernels follow, and running it. */
#ifndef TRN_FRACTAL_NOISE_H
#define TRN_FRACTAL_NOISE_H
#include "graph/node.h"
#include "kernels/noise.h"

typedef struct trn_fractal_noise {
    int32_t type, metric;      /* TRN_NOISE_*; of the Worley types trn_metric_kind */
    double jitter;             /* 0 ... 2 */
    int32_t fractal, octaves;  /* TRN_FRACTAL_*, 1 ... TRN_NOISE_OCTAVES */
    double lacunarity, roughness;
    double frequency;          /* cells across the image, both ways */
    double x, y, z, w;         /* offset in noise space, in cells; w counts where four_d */
    bool four_d;
    bool tile_u, tile_v;       /* with any of them z + w is the one coordinate that is left; both: not with four_d */
    double amplitude, bias;    /* up to 1e24 in size, so that nothing overflows */
    bool exact;                /* in double */
} trn_fractal_noise;

/* Where the frame lies in the noise. Everything but the keys: trn_noise_seed. */
trn_noise_plan trn_noise_plan_make(const trn_fractal_noise *noise, const trn_frame *frame);
void trn_noise_seed(trn_noise_plan *plan, uint32_t seed);
bool trn_noise_by_rows(const trn_noise_plan *plan);               /* whether it needs plan->columns */
trn_kernel trn_noise_kernel(const trn_noise_plan *plan);

/* Fills a layer of the frame's size, f32 or (exact) f64; channel c has the seed seed + 7919 c. stream: the layer is not
 * read again at once. */
trn_status trn_noise_run(trn_eval *ev, const trn_fractal_noise *noise, uint32_t seed, bool stream, trn_layer *layer);
#endif
