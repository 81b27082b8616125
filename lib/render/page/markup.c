/*
 * markup: writes what Markdown and LaTeX have in common.
 */
#include "render/page/markup.h"

#include <string.h>

void attn_markup_words(const attn_markup *markup, const char *bytes, size_t length, attn_text *out)
{
    attn_text harmless = {0};
    attn_text_add_escaped(&harmless, bytes, length, false);
    markup->words(attn_text_string(&harmless), harmless.length, out);
    out->failed |= harmless.failed;
    attn_text_free(&harmless);
}

void attn_markup_label(const attn_markup *markup, const char *label, attn_text *out)
{
    attn_text formula = {0};
    if (attn_latex_label(label, markup->formula_words, &formula))
        attn_text_print(out, "$%s$", attn_text_string(&formula));
    else
        attn_markup_words(markup, label, strlen(label), out);
    out->failed |= formula.failed;
    attn_text_free(&formula);
}

void attn_markup_end(attn_text *out)
{
    size_t length = out->length;
    if (length < 2 || strcmp(out->bytes + length - 2, "\n\n") != 0) return;
    out->bytes[--out->length] = '\0';
}
