#pragma once
#include <hiredis/hiredis.h>
#include <stdlib.h>

// Functions for what differs between versions of hiredis, and for what it leaves unbounded.

#if HIREDIS_MAJOR >= 1
typedef size_t vn_elements;
#else
typedef int vn_elements;
#endif

// No reply that anybody asks for has more elements. hiredis takes memory for all of them at once,
// before the first has come.
enum { vn_most_elements = 16384 };

static inline void *vn_create_array(const redisReadTask *task, vn_elements elements) {
  const redisReplyObjectFunctions *own = task->privdata;
  return elements > vn_most_elements ? NULL : own->createArray(task, elements);
}

// A reader of replies; NULL where there is no memory.
static inline redisReader *vn_make_reader(void) {
  static redisReplyObjectFunctions bounded;
  redisReader *reader = redisReaderCreate();
  if (!reader) return NULL;
  bounded = *reader->fn;
  bounded.createArray = vn_create_array;
  reader->privdata = reader->fn;
  reader->fn = &bounded;
  return reader;
}
