/* png_bytes.h - for the C tests: folders that go away again, files of given bytes, and PNG files made by hand. */
#ifndef TRN_PNG_BYTES_H
#define TRN_PNG_BYTES_H
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

typedef struct bytes { unsigned char *data; size_t size, capacity; } bytes;

static inline void add(bytes *b, const void *data, size_t n)
{
    if (b->size + n > b->capacity) {
        b->capacity = 2 * (b->size + n) + 64;
        b->data = realloc(b->data, b->capacity);
        if (!b->data) abort();
    }
    if (n) memcpy(b->data + b->size, data, n);
    b->size += n;
}
static inline void add_u32(bytes *b, uint32_t v)
{
    const unsigned char four[4] = {(unsigned char)(v >> 24), (unsigned char)(v >> 16), (unsigned char)(v >> 8), (unsigned char)v};
    add(b, four, 4);
}
static inline void png_chunk(bytes *b, const char *name, const void *data, size_t n)
{
    add_u32(b, (uint32_t)n);
    const size_t from = b->size;
    add(b, name, 4);
    add(b, data, n);
    add_u32(b, (uint32_t)crc32(0, b->data + from, (uInt)(n + 4)));
}
/* signature and IHDR */
static inline void png_begin(bytes *b, uint32_t width, uint32_t height, int depth, int colour, int interlace)
{
    bytes head = {0};
    b->size = 0;
    add(b, "\x89PNG\r\n\x1a\n", 8);
    add_u32(&head, width);
    add_u32(&head, height);
    const unsigned char rest[5] = {(unsigned char)depth, (unsigned char)colour, 0, 0, (unsigned char)interlace};
    add(&head, rest, 5);
    png_chunk(b, "IHDR", head.data, head.size);
    free(head.data);
}
/* IDAT and IEND; rows: filter bytes and samples */
static inline void png_end(bytes *b, const void *rows, size_t n)
{
    uLongf size = compressBound((uLong)n);
    unsigned char *packed = malloc(size);
    if (!packed || compress(packed, &size, rows, (uLong)n) != Z_OK) abort();
    png_chunk(b, "IDAT", packed, size);
    png_chunk(b, "IEND", NULL, 0);
    free(packed);
}

/* ---- files ---- */

static char test_folder[64];

static inline void folder_make(void)
{
    strcpy(test_folder, "/tmp/terrane-test-XXXXXX");
    if (!mkdtemp(test_folder)) abort();
}
static inline const char *in_folder(const char *name) /* the last four results stay good */
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ & 3];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder, name);
    return path;
}
static inline int folder_count(void) /* entries */
{
    int n = 0;
    DIR *d = opendir(test_folder);
    if (!d) return -1;
    for (struct dirent *e; (e = readdir(d));) n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}
static inline void folder_empty(void)
{
    DIR *d = opendir(test_folder);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        const char *path = in_folder(e->d_name);
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && unlink(path) != 0) rmdir(path);
    }
    closedir(d);
}
static inline void folder_remove(void)
{
    folder_empty();
    rmdir(test_folder);
}

static inline void put_file(const char *path, const void *data, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, 1, n, f) != n || fclose(f) != 0) abort();
}
static inline void put_text(const char *path, const char *text) { put_file(path, text, strlen(text)); }
static inline bytes get_file(const char *path) /* empty when it cannot be read; the caller frees data */
{
    bytes b = {0};
    unsigned char piece[4096];
    FILE *f = fopen(path, "rb");
    if (!f) return b;
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;) add(&b, piece, n);
    fclose(f);
    return b;
}
static inline int exists(const char *path) { return access(path, F_OK) == 0; }
#endif
