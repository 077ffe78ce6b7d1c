#pragma once
#include <libxml/parser.h>
#include <libxml/tree.h>

// xmlFree is a variable, which Swift takes for one that threads share.
static inline void vn_xml_free(xmlChar *text) { xmlFree(text); }
