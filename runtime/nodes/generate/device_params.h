/* device_params.h - the menu that says where a generator computes. A node's struct says TRN_DEVICE_MEMBER; where the row belongs its
 * table says TRN_DEVICE_ROW(struct, .group = ...); its type says .device = true; its eval begins with trn_take_device(ev, p->device). */
#ifndef TRN_DEVICE_PARAMS_H
#define TRN_DEVICE_PARAMS_H
#include "graph/node.h"

enum { TRN_DEVICE_AUTO, TRN_DEVICE_CPU, TRN_DEVICE_CUDA, TRN_DEVICE_EXACT };
static const char *const trn_device_options[] __attribute__((unused)) = {"auto", "cpu", "cuda", "exact", NULL};

#define TRN_DEVICE_MEMBER trn_menu device
#define TRN_DEVICE_ROW(S, ...)                                                                                                 \
    TRN_MENU(S, device, "Device", TRN_DEVICE_AUTO, trn_device_options,                                                         \
             .doc = "Where to compute. auto takes a CUDA device for large images where there is one, cuda must have one; auto, cpu " \
                    "and cuda give the same bytes. exact works in double on the CPU and makes a layer of 64-bit floats.", __VA_ARGS__)

/* Before the first kernel; DEVICE, naming the parameter, where there is no device and must be one. */
static inline trn_status trn_take_device(trn_eval *ev, trn_menu device)
{
    static const trn_place_wanted wanted[] = {TRN_WANT_AUTO, TRN_WANT_CPU, TRN_WANT_CUDA, TRN_WANT_CPU};
    return trn_want_device(ev, wanted[device.value]) == TRN_OK ? TRN_OK : trn_error_prefix(trn_eval_error(ev), "device");
}
/* The type of the layers that it makes: f32, or f64 where it is exact. */
static inline trn_type trn_device_type(trn_menu device) { return device.value == TRN_DEVICE_EXACT ? TRN_F64 : TRN_F32; }
#endif
