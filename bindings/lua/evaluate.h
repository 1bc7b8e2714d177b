/* evaluate.h - what functions that evaluate share: their options and their answers. */
#ifndef TRNL_EVALUATE_H
#define TRNL_EVALUATE_H
#include "box.h"

/* What is asked for. progress: a stack index, 0 for none; where there is one, stepped cannot be given, and the other way round. */
typedef struct trnl_request { int32_t width, height; trn_region window; bool unbounded, stepped; int progress; } trnl_request;
typedef void trnl_read_request(lua_State *L, int arg, const char *what, trnl_request *r);
trnl_read_request trnl_read_render, trnl_read_tile, trnl_read_start, trnl_read_start_tile; /* request.c */

bool trnl_check_result(lua_State *L, trn_status st, const trn_error *err); /* raises errors; false: cancelled */
int trnl_push_nothing(lua_State *L, const char *why);                      /* nil, why */
int trnl_push_image(lua_State *L, const trn_result *result);               /* image, {report=, stats=, timings=} */
#endif
