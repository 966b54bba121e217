/*
 * A disk that fails when it is told to: loaded before the C library (LD_PRELOAD), it counts what changes files under
 * $FAULT_FOLDER, and lets the calls from `first` to `last` fail with `error`. The numbers stand in the file
 * $FAULT_CONTROL, which the test that runs in this very process writes (failing-io.ts).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, RENAME = 4, TRUNCATE = 8, CREATE = 16, REMOVE = 32 };

/* 8-byte integers, in the order in which failing-io.ts writes them. */
struct control {
  int64_t calls; /* counted so far */
  int64_t first; /* the first call that fails, from 1; 0 for none */
  int64_t last;
  int64_t error; /* errno */
  int64_t kinds; /* which calls are counted, as bits */
  int64_t torn;  /* 1: a write that is to fail first writes half of what it was given */
};

static volatile struct control *control;
static char folder[4096];
static size_t folder_length;

__attribute__((constructor)) static void start(void) {
  const char *under = getenv("FAULT_FOLDER"), *path = getenv("FAULT_CONTROL");
  if (!under || !path) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped == MAP_FAILED) return;
  folder_length = strlen(under);
  if (folder_length >= sizeof folder) return;
  memcpy(folder, under, folder_length);
  control = mapped;
}

static int is_ours(const char *path) { return path && strncmp(path, folder, folder_length) == 0; }

static int is_ours_open(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

/* The place of this call among those that fail, from 1; 0 when it is to succeed. */
static int64_t failing(int kind, int ours) {
  if (!ours || !(control->kinds & kind)) return 0;
  int64_t call = __atomic_add_fetch(&control->calls, 1, __ATOMIC_SEQ_CST);
  if (control->first == 0 || call < control->first || call > control->last) return 0;
  return call - control->first + 1;
}

static int fail(void) {
  errno = (int)control->error;
  return -1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OURS_OPEN(fd) (control && is_ours_open(fd))

static ssize_t written(int fd, const void *bytes, size_t count, off_t offset, int positioned, int *done) {
  int64_t place = failing(WRITE, OURS_OPEN(fd));
  *done = place != 0;
  if (place == 0) return 0;
  if (place > 1 || !control->torn || count < 2) return fail();
  return positioned ? NEXT(pwrite)(fd, bytes, count / 2, offset) : NEXT(write)(fd, bytes, count / 2);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  int done;
  ssize_t result = written(fd, bytes, count, 0, 0, &done);
  return done ? result : NEXT(write)(fd, bytes, count);
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  int done;
  ssize_t result = written(fd, bytes, count, offset, 1, &done);
  return done ? result : NEXT(pwrite)(fd, bytes, count, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  int done;
  ssize_t result = written(fd, bytes, count, offset, 1, &done);
  return done ? result : NEXT(pwrite64)(fd, bytes, count, offset);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return failing(WRITE, OURS_OPEN(fd)) ? fail() : NEXT(writev)(fd, parts, count);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  return failing(WRITE, OURS_OPEN(fd)) ? fail() : NEXT(pwritev)(fd, parts, count, offset);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  return failing(WRITE, OURS_OPEN(fd)) ? fail() : NEXT(pwritev64)(fd, parts, count, offset);
}
int fsync(int fd) { return failing(SYNC, OURS_OPEN(fd)) ? fail() : NEXT(fsync)(fd); }
int fdatasync(int fd) { return failing(SYNC, OURS_OPEN(fd)) ? fail() : NEXT(fdatasync)(fd); }
int ftruncate(int fd, off_t length) {
  return failing(TRUNCATE, OURS_OPEN(fd)) ? fail() : NEXT(ftruncate)(fd, length);
}
int ftruncate64(int fd, off64_t length) {
  return failing(TRUNCATE, OURS_OPEN(fd)) ? fail() : NEXT(ftruncate64)(fd, length);
}
int rename(const char *from, const char *to) {
  return control && failing(RENAME, is_ours(to)) ? fail() : NEXT(rename)(from, to);
}
int mkdir(const char *path, mode_t mode) {
  return control && failing(CREATE, is_ours(path)) ? fail() : NEXT(mkdir)(path, mode);
}
int unlink(const char *path) {
  return control && failing(REMOVE, is_ours(path)) ? fail() : NEXT(unlink)(path);
}

static int creates(int flags, const char *path) {
  return control && (flags & O_CREAT) && failing(CREATE, is_ours(path));
}

#define MODE(flags)                                   \
  mode_t mode = 0;                                    \
  if ((flags) & O_CREAT) {                            \
    va_list rest;                                     \
    va_start(rest, flags);                            \
    mode = va_arg(rest, mode_t);                      \
    va_end(rest);                                     \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return creates(flags, path) ? fail() : NEXT(open)(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE(flags)
  return creates(flags, path) ? fail() : NEXT(open64)(path, flags, mode);
}
