#pragma once
#include "filter.h"
#include <errno.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift imports neither the macros of control messages, nor prctl() and syscall(), which take
// any number of arguments. Where nothing else is said, they return 0 or the number of the error.

// Sends bytes, and with them a descriptor unless it is negative. Returns as sendmsg() does.
static inline ssize_t vn_send(int socket, const void *bytes, size_t count, int descriptor) {
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives bytes, and a descriptor that comes with them, else -1. Returns as recvmsg() does.
static inline ssize_t vn_receive(int socket, void *bytes, size_t count, int *descriptor) {
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = control, .msg_controllen = sizeof control};
  *descriptor = -1;
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = received > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return received;
}

// Glibc hides it from Swift: it is not in POSIX.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
static inline int vn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Opens what a name leads to below a folder, by no link and no way out of it (from Linux 5.6 on).
// glibc does not wrap openat2(2). Returns as openat() does.
static inline int vn_open_beneath(int folder, const char *name, int flags) {
  struct open_how how = {.flags = (unsigned)flags,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}

// Ends with the process that started this one, and never gains a right again.
static inline int vn_give_up_privileges(void) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

// Reaches no file by its name any more (Landlock, from Linux 5.13 on).
static inline int vn_give_up_files(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return errno ? errno : ENOSYS;
  // Thirteen rights in the first version; the second adds linking, the third truncating.
  unsigned rights = version < 2 ? 13 : version < 3 ? 14 : 15;
  struct landlock_ruleset_attr rules = {.handled_access_fs = (1ull << rights) - 1};
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0);
  if (ruleset < 0) return errno;
  int result = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close(ruleset);
  return result;
}

// The status of an open file, by the one call that takes no name. glibc's fstat() is newfstatat(),
// whose name no filter sees: with it a worker could ask for any file there is. `status` is a struct
// stat, as which Swift knows it from elsewhere.
static inline int vn_status(int descriptor, void *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}

// Makes no system call any more but those that the filter lets through (seccomp).
static inline int vn_give_up_calls(void) {
#ifdef VN_ARCH
  struct sock_filter program[] = VN_FILTER((unsigned)getpid());
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}
