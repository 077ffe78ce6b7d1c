#pragma once
#include <libwebsockets.h>
#include <ev.h>
