/* data.h - layers and images as the runtime makes them; hosts see them through terrane.h. */
#ifndef TRN_DATA_H
#define TRN_DATA_H
#include "core/core.h"

/* A new layer of the runtime that the maker fills through the pointers below before sharing it. Not cleared,
 * but for what lies between its planes. */
trn_status trn_layer_new(trn_runtime *rt, trn_type type, int32_t width, int32_t height, int32_t channels, trn_layer **out,
                         trn_error *err);
float *trn_layer_f32(trn_layer *layer, int32_t channel);
double *trn_layer_f64(trn_layer *layer, int32_t channel);
int32_t *trn_layer_i32(trn_layer *layer, int32_t channel);
const float *trn_plane_f32(const trn_layer *layer, int32_t channel); /* for reading; NULL unless the layer is f32 */
/* trn_layer_get_stats of a channel that is there; false: *stop (may be NULL) became true. */
bool trn_layer_measure(const trn_layer *layer, int32_t channel, const trn_stop *stop, trn_layer_stats *out);
trn_key trn_layer_key(trn_layer *layer);         /* the hash, computed once */
trn_key trn_layer_compute_key(const trn_layer *layer);
uint64_t trn_layer_bytes(const trn_layer *layer); /* of its planes */
/* A layer that was made on the device has its newest values there until this brings them to host memory, where everything but
 * kernels looks for them. Those that hosts get have been brought. DEVICE: a fault. */
trn_status trn_layer_to_host(trn_layer *layer, trn_error *err);
struct trn_mirror *trn_layer_mirror(trn_layer *layer);
/* How many remembered results hold the layer: for the runtime's cache alone, whose lock guards it. */
int32_t *trn_layer_holders(trn_layer *layer);
/* No host may write to it from now on. Images seal what they hold: the reference that they have may be the only one. */
void trn_layer_seal(trn_layer *layer);

trn_status trn_image_new(trn_runtime *rt, int32_t width, int32_t height, trn_image **out, trn_error *err); /* no layers yet */
trn_status trn_image_put(trn_image *image, const char *name, trn_layer *layer, trn_error *err); /* adds or replaces; retains */
trn_status trn_image_to_host(trn_image *image, trn_error *err); /* all its layers */
/* How wide so many pixels are in the world; {0, 0}: unknown. A piece of an image has the extent of the whole, so that its own width
 * is the same whatever it was cut from. */
typedef struct trn_extent { double world_size; int64_t pixels; } trn_extent;
trn_extent trn_image_extent(const trn_image *image);
void trn_image_set_extent(trn_image *image, trn_extent extent);
void trn_image_set_world_size(trn_image *image, double world_size); /* of its own width */
trn_key trn_image_key(trn_image *image); /* names, layers, world size */

/* 1 <= width, height <= max_side and width*height <= max_pixels, else LIMIT with the numbers. */
trn_status trn_check_size(trn_runtime *rt, int64_t width, int64_t height, trn_error *err);
#endif
