#pragma once
#include <seccomp.h>
#include <stdint.h>

// Functions for what Swift cannot import: macros with parameters.

// The action that makes a system call fail with an error number.
static inline uint32_t vn_fail_with(int error) { return SCMP_ACT_ERRNO(error); }
