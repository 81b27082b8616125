/*
 * json_write: words and numbers as JSON.
 */
#include "files/json/json_write.h"

#include <math.h>
#include <stdarg.h>
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

void attn_json_comma(attn_text *out)
{
    size_t end = out->length;
    while (end && (out->bytes[end - 1] == ' ' || out->bytes[end - 1] == '\n')) end--;
    if (end && !memchr("[{:,", out->bytes[end - 1], 4)) attn_text_add(out, ",");
}

/* One conversion of attn_json_print; what follows it in the format. */
static const char *add_converted(attn_text *out, const char *conversion, va_list *arguments)
{
    const char *text;
    switch (*conversion) {
    case 's':
        text = va_arg(*arguments, const char *);
        if (text)
            attn_json_string(out, text);
        else
            attn_text_add(out, "null");
        break;
    case 'g':
        attn_json_number(out, (float)va_arg(*arguments, double));
        break;
    case 'f':
        attn_text_print(out, "%.6f", va_arg(*arguments, double));
        break;
    case 'd':
        attn_text_print(out, "%d", va_arg(*arguments, int));
        break;
    case 'l':
        attn_text_print(out, "%ld", va_arg(*arguments, long));
        break;
    case 'z':
        attn_text_print(out, "%zu", va_arg(*arguments, size_t));
        break;
    case 'i':
        attn_text_add(out, va_arg(*arguments, int) ? "true" : "false");
        break;
    default: /* a compiler takes more conversions than there are here */
        out->failed = true;
        break;
    }
    return conversion + (*conversion == 'l' || *conversion == 'z' ? 2 : 1);
}

void attn_json_print(attn_text *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!memchr("]}:,", *format, 4)) attn_json_comma(out);
    while (*format) {
        size_t plain = strcspn(format, "%");
        attn_text_add_bytes(out, format, plain);
        format += plain;
        if (*format) format = add_converted(out, format + 1, &arguments);
    }
    va_end(arguments);
}
