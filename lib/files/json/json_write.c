/*
 * json_write: words and numbers as JSON.
 */
#include "files/json/json_write.h"

#include <math.h>
#include <string.h>

/* What could harm a terminal lies below U+10000, all of it. */
void attn_json_string(attn_text *out, const char *text)
{
    static const char *const short_forms[] = {
        ['"'] = "\\\"", ['\\'] = "\\\\", ['\n'] = "\\n", ['\t'] = "\\t"};
    size_t length = strlen(text);
    attn_text_add(out, "\"");
    while (length) {
        uint32_t code = 0xFFFD;
        size_t step = attn_utf8_next(text, length, &code);
        const char *form =
            code < sizeof short_forms / sizeof *short_forms ? short_forms[code] : NULL;
        if (form)
            attn_text_add(out, form);
        else if (step == 0 || attn_text_harmful(code))
            attn_text_print(out, "\\u%04x", (unsigned)code);
        else
            attn_text_add_bytes(out, text, step);
        text += step ? step : 1;
        length -= step ? step : 1;
    }
    attn_text_add(out, "\"");
}

void attn_json_number(attn_text *out, float number)
{
    bool quoted = !isfinite(number); /* JSON has no number for it */
    if (quoted) attn_text_add(out, "\"");
    attn_text_number(out, number);
    if (quoted) attn_text_add(out, "\"");
}

void attn_json_key(attn_text *out, const char *key, bool *first)
{
    if (!*first) attn_text_add(out, ",");
    *first = false;
    attn_json_string(out, key);
    attn_text_add(out, ":");
}
