/* io_faults_test.c - files and places that are out to harm: damage, bombs, full disks, no memory. */
#define _GNU_SOURCE
#include "check.h"
#include "../support/png_bytes.h"
#include "terrane/terrane.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

static trn_runtime *rt;
static trn_error err;

static trn_status read_status(const char *path)
{
    trn_image *image = (trn_image *)&err;
    const trn_status status = trn_image_read(rt, path, NULL, &image, &err);
    CHECK(status ? image == NULL && strstr(err.message, strrchr(path, '/')) : image != NULL);
    trn_image_release(image);
    return status;
}
static void refused(const char *path, trn_status status, const char *part)
{
    CHECK_STATUS(read_status(path), status, err);
    CHECK_TEXT(err.message, part);
}
static void refused_bytes(const char *name, const bytes *b, trn_status status, const char *part)
{
    put_file(in_folder(name), b->data, b->size);
    refused(in_folder(name), status, part);
}

static trn_layer *some_layer(int32_t width, int32_t height, int32_t channels)
{
    trn_layer *layer;
    CHECK_STATUS(trn_layer_create(rt, &(trn_layer_desc){width, height, channels, TRN_F32, NULL}, &layer, &err), TRN_OK, err);
    float *data = trn_layer_edit(layer);
    const trn_layer_info *l = trn_layer_get_info(layer);
    uint32_t s = 7;
    for (int64_t i = 0; i < l->stride * channels; ++i) data[i] = (float)((s = s * 1664525u + 1013904223u) >> 8);
    return layer;
}

static void small_png(bytes *b, int colour, int interlace) /* 5 x 4; of every kind of chunk that matters */
{
    static const unsigned char colours[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, alpha[2] = {9, 8};
    unsigned char rows[1024] = {0};
    png_begin(b, 5, 4, colour == 3 ? 2 : 8, colour, interlace);
    if (colour == 3) {
        png_chunk(b, "PLTE", colours, sizeof colours);
        png_chunk(b, "tRNS", alpha, sizeof alpha);
    }
    const size_t row = colour == 3 ? 3 : colour == 6 ? 21 : 6;
    for (size_t i = 0; i < 4 * row && !interlace; ++i) rows[i] = i % row ? (unsigned char)(17 * i) : (unsigned char)(i / row % 5);
    if (!interlace) png_end(b, rows, 4 * row);
    else png_end(b, rows, 2 + 2 + 0 + 2 + 4 + 6 + 12); /* the seven passes of 5 x 4 grey pixels, filter bytes included; all black */
}

/* ---- damage ---- */

static void every_cut_and_every_flipped_byte(int colour, int interlace)
{
    bytes b = {0};
    small_png(&b, colour, interlace);
    put_file(in_folder("ok.png"), b.data, b.size);
    CHECK_STATUS(read_status(in_folder("ok.png")), TRN_OK, err);
    int64_t accepted = 0;
    for (size_t n = 0; n < b.size; ++n) {
        put_file(in_folder("cut.png"), b.data, n);
        accepted += read_status(in_folder("cut.png")) != TRN_ERR_FORMAT;
    }
    for (size_t i = 0; i < b.size; ++i)
        for (int bit = 0; bit < 8; ++bit) {
            b.data[i] ^= (unsigned char)(1 << bit);
            put_file(in_folder("flip.png"), b.data, b.size);
            const trn_status status = read_status(in_folder("flip.png"));
            accepted += status != TRN_ERR_FORMAT && status != TRN_ERR_LIMIT;
            b.data[i] ^= (unsigned char)(1 << bit);
        }
    CHECK_EQUAL(accepted, 0);
    free(b.data);
}

static void not_files(void)
{
    mkdir(in_folder("folder.png"), 0700);
    refused(in_folder("folder.png"), TRN_ERR_IO, "is a folder");
    rmdir(in_folder("folder.png"));
    mkfifo(in_folder("pipe.png"), 0600); /* must not wait for a writer */
    refused(in_folder("pipe.png"), TRN_ERR_IO, "not a regular file");
    refused("/dev/zero", TRN_ERR_IO, "not a regular file");
    refused(in_folder("none.png"), TRN_ERR_IO, "no such file");
    put_text(in_folder("text.png"), "hello, this is no image");
    refused(in_folder("text.png"), TRN_ERR_FORMAT, "is not a PNG");
    refused(in_folder("text.png/x.png"), TRN_ERR_IO, "not a folder");
    put_text(in_folder("a.jpg"), "\xff\xd8\xff\xe0 JFIF");
    refused(in_folder("a.jpg"), TRN_ERR_FORMAT, "JPEG");
    put_text(in_folder("a.dat"), "whatever");
    refused(in_folder("a.dat"), TRN_ERR_FORMAT, ".r16");
    char longest[4300];
    memset(longest, 'a', sizeof longest);
    longest[0] = '/', longest[sizeof longest - 6] = '/', longest[sizeof longest - 1] = 0;
    refused(longest, TRN_ERR_IO, "the name is too long"); /* the cause is not cut off */
    symlink("loop.png", in_folder("loop.png"));
    refused(in_folder("loop.png"), TRN_ERR_IO, "symbolic links");
    if (geteuid() != 0) { /* root reads everything */
        put_text(in_folder("secret.png"), "x");
        chmod(in_folder("secret.png"), 0);
        refused(in_folder("secret.png"), TRN_ERR_IO, "permission denied");
    }
}

/* ---- bombs ---- */

static uint64_t fresh_peak(void) /* of a runtime of its own */
{
    trn_runtime_release(rt);
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    return trn_runtime_get_stats(rt).peak_bytes;
}

static void zeros_idat(bytes *b, size_t rows_bytes) /* a valid stream of that many zero bytes */
{
    z_stream z = {0};
    static unsigned char zeros[1 << 16], out[1 << 16];
    bytes packed = {0};
    if (deflateInit(&z, 9) != Z_OK) abort();
    for (int flush = Z_NO_FLUSH; flush == Z_NO_FLUSH;) {
        z.next_in = zeros;
        z.avail_in = (uInt)(rows_bytes < sizeof zeros ? rows_bytes : sizeof zeros);
        rows_bytes -= z.avail_in;
        flush = rows_bytes ? Z_NO_FLUSH : Z_FINISH;
        do {
            z.next_out = out;
            z.avail_out = sizeof out;
            deflate(&z, flush);
            add(&packed, out, sizeof out - z.avail_out);
        } while (z.avail_out == 0);
    }
    deflateEnd(&z);
    png_chunk(b, "IDAT", packed.data, packed.size);
    png_chunk(b, "IEND", NULL, 0);
    free(packed.data);
}

static void bombs(void)
{
    bytes b = {0}, text = {0};
    const uint64_t before = fresh_peak();
    png_begin(&b, 30000, 30000, 16, 0, 0);
    zeros_idat(&b, 60001 * 100);
    refused_bytes("b.png", &b, TRN_ERR_LIMIT, "30000x30000");
    png_begin(&b, 0x7fffffff, 0x7fffffff, 16, 6, 1);
    refused_bytes("b.png", &b, TRN_ERR_LIMIT, "2147483647x2147483647");
    png_begin(&b, 0xffffffff, 0xffffffff, 16, 6, 1);
    refused_bytes("b.png", &b, TRN_ERR_LIMIT, "4294967295");
    png_begin(&b, 1000000, 1, 8, 0, 0);
    refused_bytes("b.png", &b, TRN_ERR_LIMIT, "1000000x1");
    png_begin(&b, 0, 5, 8, 0, 0);
    refused_bytes("b.png", &b, TRN_ERR_FORMAT, "damaged");
    for (int interlace = 0; interlace < 2; ++interlace) { /* within the limits, but no such file can hold the pixels */
        png_begin(&b, 16384, 16384, 16, 6, interlace);
        zeros_idat(&b, 1000000);
        refused_bytes("b.png", &b, TRN_ERR_FORMAT, "16384 x 16384 pixels cannot come out of");
    }
    for (int i = 0; i < 30; ++i) add(&text, "0123456789abcdef0123456789abcdef", 32);
    png_begin(&b, 1, 1, 8, 0, 0);
    for (int i = 0; i < 3000; ++i) png_chunk(&b, i & 1 ? "tEXt" : "prVt", text.data, text.size); /* many, and unknown */
    while (text.size < 10000000) add(&text, "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", 32);
    png_chunk(&b, "iTXt", text.data, text.size); /* large */
    png_chunk(&b, "gAMA", "?", 1);               /* malformed */
    zeros_idat(&b, 2);
    put_file(in_folder("b.png"), b.data, b.size);
    CHECK_STATUS(read_status(in_folder("b.png")), TRN_OK, err);
    png_begin(&b, 1, 1, 8, 0, 0);
    zeros_idat(&b, 100000000); /* far more than the header says */
    refused_bytes("b.png", &b, TRN_ERR_FORMAT, "damaged");
    CHECK_BELOW(trn_runtime_get_stats(rt).peak_bytes - before, 1 << 20); /* nothing of all that was taken at its word */

    const uint64_t sparse = (uint64_t)1 << 40;
    put_text(in_folder("s.r16"), "x");
    CHECK_EQUAL(truncate(in_folder("s.r16"), (off_t)sparse), 0);
    refused(in_folder("s.r16"), TRN_ERR_FORMAT, "1099511627776 bytes");
    CHECK_EQUAL(truncate(in_folder("s.r16"), (off_t)1 << 39), 0);
    refused(in_folder("s.r16"), TRN_ERR_LIMIT, "524288x524288");
    unlink(in_folder("s.r16"));
    free(text.data);
    free(b.data);

    trn_runtime *small;
    trn_image *image;
    CHECK_STATUS(trn_runtime_create(&(trn_runtime_desc){.limits = {.max_pixels = 19, .max_bytes = 4000000}}, &small, &err), TRN_OK, err);
    CHECK_STATUS(trn_image_read(small, in_folder("ok.png"), NULL, &image, &err), TRN_ERR_LIMIT, err);
    trn_runtime_release(small);
}

/* ---- memory ---- */

static void every_allocation_fails(void)
{
    const int shapes[][2] = {{0, 0}, {0, 1}, {3, 0}, {6, 0}};
    bytes b = {0};
    for (int shape = 0; shape < 4; ++shape)
        for (int sticky = 0; sticky < 2; ++sticky) {
            small_png(&b, shapes[shape][0], shapes[shape][1]);
            put_file(in_folder("m.png"), b.data, b.size);
            put_text(in_folder("m.json"), "{\"terrane\": 1, \"range\": [0, 5]}");
            const uint64_t bytes_before = trn_runtime_get_stats(rt).bytes;
            trn_status status = TRN_ERR_MEMORY;
            int64_t n = 0;
            for (; n < 1000 && status == TRN_ERR_MEMORY; ++n) {
                trn_image *image;
                trn_runtime_fail_allocation(rt, n, sticky);
                status = trn_image_read(rt, in_folder("m.png"), NULL, &image, &err);
                trn_runtime_fail_allocation(rt, -1, false);
                trn_image_release(image);
                if (trn_runtime_get_stats(rt).bytes != bytes_before) break;
            }
            CHECK_STATUS(status, TRN_OK, err);
            CHECK(n > 8);
            CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes_before);
        }
    free(b.data);

    trn_layer *layer = some_layer(9, 5, 1);
    static const char *const names[] = {"w.png", "w.r16", "w.r32"};
    for (int i = 0; i < 3; ++i)
        for (int sticky = 0; sticky < 2; ++sticky) {
            folder_empty();
            put_text(in_folder(names[i]), "old");
            const uint64_t bytes_before = trn_runtime_get_stats(rt).bytes;
            trn_status status = TRN_ERR_MEMORY;
            int64_t n = 0, spoilt = 0;
            for (; n < 1000 && status == TRN_ERR_MEMORY; ++n) {
                trn_runtime_fail_allocation(rt, n, sticky);
                status = trn_layer_write(layer, in_folder(names[i]), &(trn_write_options){.sidecar = true}, &err);
                trn_runtime_fail_allocation(rt, -1, false);
                bytes now = get_file(in_folder(names[i]));
                if (status) spoilt += folder_count() != 1 || now.size != 3;
                free(now.data);
                if (trn_runtime_get_stats(rt).bytes != bytes_before) break;
            }
            CHECK_STATUS(status, TRN_OK, err);
            CHECK(n > 5);
            CHECK_EQUAL(spoilt, 0);
            CHECK_EQUAL(folder_count(), 2);
            CHECK_EQUAL(trn_runtime_get_stats(rt).bytes, bytes_before);
        }
    trn_layer_release(layer);
}

/* ---- places that take no file ---- */

static void not_taken(trn_layer *layer, const char *path, const char *part)
{
    const int before = folder_count();
    CHECK_STATUS(trn_layer_write(layer, path, &(trn_write_options){.format = TRN_FILE_PNG, .sidecar = true}, &err), TRN_ERR_IO, err);
    CHECK_TEXT(err.message, part);
    CHECK_TEXT(err.message, path);
    CHECK_EQUAL(folder_count(), before);
}

static void targets(void)
{
    trn_layer *layer = some_layer(4, 4, 1);
    folder_empty();
    mkdir(in_folder("sub"), 0700);
    not_taken(layer, in_folder("sub"), "is a folder");
    not_taken(layer, in_folder("none/x.png"), "no such file or folder");
    mkfifo(in_folder("pipe"), 0600);
    not_taken(layer, in_folder("pipe"), "not a regular file");
    not_taken(layer, "/dev/null", "not a regular file");
    struct stat st;
    CHECK(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
    not_taken(layer, "/proc/x.png", "cannot be written");
    symlink("nothing", in_folder("dangling"));
    not_taken(layer, in_folder("dangling"), "leads nowhere");
    mkdir(in_folder("side.json"), 0700); /* the sidecar's place is taken: the image is not written either */
    CHECK_STATUS(trn_layer_write(layer, in_folder("side.png"), &(trn_write_options){.sidecar = true}, &err), TRN_ERR_IO, err);
    CHECK_TEXT(err.message, "side.json: is a folder");
    CHECK(!exists(in_folder("side.png")));

    folder_empty();
    put_text(in_folder("real.png"), "old");
    chmod(in_folder("real.png"), 0640);
    symlink("real.png", in_folder("link.png"));
    CHECK_STATUS(trn_layer_write(layer, in_folder("link.png"), NULL, &err), TRN_OK, err);
    CHECK(lstat(in_folder("link.png"), &st) == 0 && S_ISLNK(st.st_mode));
    CHECK(stat(in_folder("real.png"), &st) == 0 && st.st_size > 8 && (st.st_mode & 0777) == 0640);
    CHECK_STATUS(read_status(in_folder("real.png")), TRN_OK, err);
    const mode_t mask = umask(027);
    CHECK_STATUS(trn_layer_write(layer, in_folder("new.png"), NULL, &err), TRN_OK, err);
    umask(mask);
    CHECK(stat(in_folder("new.png"), &st) == 0 && (st.st_mode & 0777) == 0640);
    if (geteuid() != 0) { /* root writes everywhere */
        chmod(in_folder("real.png"), 0440);
        not_taken(layer, in_folder("real.png"), "permission denied");
        chmod(test_folder, 0500);
        not_taken(layer, in_folder("denied.png"), "permission denied");
        chmod(test_folder, 0700);
    }
    CHECK_EQUAL(folder_count(), 3);
    trn_layer_release(layer);
    folder_empty();
}

/* A child's exit code is the number of its failed checks; -1 says that it could not set the scene. */
static void in_child(int (*scene)(void), const char *what)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        check_failed = 0;
        const int staged = scene();
        fflush(stdout);
        _exit(staged < 0 ? 255 : check_failed > 254 ? 254 : (int)check_failed);
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 255) printf("%s: passed over, this system does not allow it\n", what);
    else CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static trn_layer *large; /* made before, so that the children allocate little */

static void large_not_written(const char *name, const char *part)
{
    put_text(in_folder(name), "old");
    CHECK_STATUS(trn_layer_write(large, in_folder(name), &(trn_write_options){.sidecar = true}, &err), TRN_ERR_IO, err);
    CHECK_TEXT(err.message, part);
    CHECK_TEXT(err.message, in_folder(name));
    bytes now = get_file(in_folder(name));
    CHECK_EQUAL(now.size, 3);
    CHECK_EQUAL(folder_count(), 1);
    free(now.data);
    unlink(in_folder(name));
}

static int file_size_limit(void) /* crossing it raises a signal that ends the process by default */
{
    const struct rlimit limit = {300000, 300000};
    if (setrlimit(RLIMIT_FSIZE, &limit)) return -1;
    sigset_t before, after;
    sigprocmask(SIG_SETMASK, NULL, &before);
    large_not_written("l.png", "larger than the system allows");
    large_not_written("l.r32", "larger than the system allows");
    sigprocmask(SIG_SETMASK, NULL, &after);
    CHECK_EQUAL(sigismember(&after, SIGXFSZ), sigismember(&before, SIGXFSZ));
    return 0;
}

static int full_disk(void)
{
    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL)) return -1;
    if (mount("terrane", test_folder, "tmpfs", 0, "size=128k")) return -1;
    large_not_written("l.png", "no space left");
    large_not_written("l.r16", "no space left");
    umount(test_folder);
    return 0;
}

int main(void)
{
    folder_make();
    CHECK_STATUS(trn_runtime_create(NULL, &rt, &err), TRN_OK, err);
    every_cut_and_every_flipped_byte(0, 0);
    every_cut_and_every_flipped_byte(0, 1);
    every_cut_and_every_flipped_byte(3, 0);
    not_files();
    bombs();
    folder_empty();
    every_allocation_fails();
    targets();
    large = some_layer(400, 400, 1);
    in_child(file_size_limit, "a limit on the size of files");
    in_child(full_disk, "a full disk");
    trn_layer_release(large);
    folder_remove();
    trn_runtime_release(rt);
    return check_end();
}
