/* line_levels.h - which way the characters of a line run. */
#ifndef TRN_LINE_LEVELS_H
#define TRN_LINE_LEVELS_H
#include <hb.h>
#include <stdint.h>

/* The embedding level of each character: even ones run to the right, odd ones to the left. work: count bytes. */
void trn_line_levels(const uint32_t *text, int32_t count, uint8_t *levels, uint8_t *work);
#endif
