#pragma once
#include <asm/unistd.h>
#include <linux/audit.h>
#include <linux/errno.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <stddef.h>

// The system calls that a process may make while it reads untrusted files.
//
// Includes the kernel's headers only, so that a test can compile it with the system call numbers of
// another architecture.

#if defined(__x86_64__)
#define VN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define VN_ARCH AUDIT_ARCH_AARCH64
#endif

// Constants that glibc defines for _GNU_SOURCE only, or in headers that are not included here.
#define VN_CLONE_THREAD 0x00010000
#define VN_PROT_EXEC 0x4
#define VN_F_GETFD 1
#define VN_F_SETFD 2
#define VN_F_GETFL 3
#define VN_F_SETFL 4
#define VN_F_DUPFD_CLOEXEC 1030

// Loads a field of seccomp_data: the call's number, or the low half of an argument.
#define VN_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define VN_RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define VN_DENY(error) VN_RETURN(SECCOMP_RET_ERRNO | (error))
#define VN_ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), VN_RETURN(SECCOMP_RET_ALLOW)
// Allows a call if the argument has one of the bits (WITH), or none of them (WITHOUT).
#define VN_WITH(call, argument, bits)                                            \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), VN_LOAD(args[argument]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), VN_RETURN(SECCOMP_RET_ALLOW), VN_DENY(EPERM)
#define VN_WITHOUT(call, argument, bits)                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), VN_LOAD(args[argument]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), VN_RETURN(SECCOMP_RET_ALLOW), VN_DENY(EPERM)

// Allows a call if the argument has this value. The argument is loaded only if the call matches,
// and then the filter returns; otherwise the call's number stays loaded for the next step.
#define VN_FOR(call, argument, value)                                              \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), VN_LOAD(args[argument]), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), VN_RETURN(SECCOMP_RET_ALLOW), VN_DENY(EPERM)

// Some architectures have ppoll() only.
#ifdef __NR_poll
#define VN_ALLOW_POLL VN_ALLOW(poll),
#else
#define VN_ALLOW_POLL
#endif

// The filter for the process with the id `process`: allows only the system calls that reading,
// decoding and answering need.
//
// All others fail with EPERM: opening files and sockets, executing programs, making memory
// executable. No allowed call takes a path or affects another process: signals can be sent to
// `process` only, and fcntl() cannot make a descriptor send signals (F_SETOWN, F_SETSIG). prctl()
// is allowed for thread names only. The flags of clone3() are in memory, which a filter cannot
// read; on ENOSYS glibc uses clone() instead.
#define VN_FILTER(process)                                                                         \
  {                                                                                                \
    VN_LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_ARCH, 1, 0),                             \
        VN_RETURN(SECCOMP_RET_KILL_PROCESS), VN_LOAD(nr),                                          \
        VN_ALLOW(read), VN_ALLOW(readv), VN_ALLOW(pread64), VN_ALLOW(write), VN_ALLOW(writev),     \
        VN_ALLOW(pwrite64), VN_ALLOW(lseek), VN_ALLOW(close), VN_ALLOW(fstat),                     \
        VN_ALLOW(ftruncate), VN_ALLOW(fallocate), VN_ALLOW(fsync), VN_ALLOW(fdatasync),            \
        VN_ALLOW(sendmsg), VN_ALLOW(recvmsg), VN_ALLOW(ppoll), VN_ALLOW_POLL VN_ALLOW(futex),      \
        VN_ALLOW(munmap), VN_ALLOW(mremap), VN_ALLOW(madvise), VN_ALLOW(brk),                      \
        VN_ALLOW(set_robust_list), VN_ALLOW(rseq), VN_ALLOW(sched_yield),                          \
        VN_ALLOW(sched_getaffinity), VN_ALLOW(getpid), VN_ALLOW(gettid), VN_ALLOW(getrandom),      \
        VN_ALLOW(clock_gettime), VN_ALLOW(clock_nanosleep), VN_ALLOW(nanosleep),                   \
        VN_ALLOW(gettimeofday), VN_ALLOW(getrusage), VN_ALLOW(membarrier), VN_ALLOW(sigaltstack),  \
        VN_ALLOW(rt_sigaction), VN_ALLOW(rt_sigprocmask), VN_ALLOW(rt_sigreturn), VN_ALLOW(exit),  \
        VN_ALLOW(exit_group), VN_ALLOW(restart_syscall),                                           \
        VN_FOR(tgkill, 0, process),                                                                \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fcntl, 0, 8), VN_LOAD(args[1]),                   \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_GETFD, 4, 0),                                     \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_SETFD, 3, 0),                                     \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_GETFL, 2, 0),                                     \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_SETFL, 1, 0),                                     \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_DUPFD_CLOEXEC, 0, 1),                             \
        VN_RETURN(SECCOMP_RET_ALLOW), VN_DENY(EPERM),                                              \
        VN_WITH(clone, 0, VN_CLONE_THREAD),                                                        \
        VN_WITHOUT(mmap, 2, VN_PROT_EXEC), VN_WITHOUT(mprotect, 2, VN_PROT_EXEC),                  \
        VN_FOR(prctl, 0, PR_SET_NAME),                                                             \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1), VN_DENY(ENOSYS), VN_DENY(EPERM)    \
  }
