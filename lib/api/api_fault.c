/*
 * api_fault: faults, what the caller gives, and the settings of the whole library, as the public
 * header has them.
 */
#include "api/api.h"

#include <string.h>

#include "core/budget.h"
#include "core/pool.h"
#include "tensor/kernel.h"

const char *attnviz_version(void)
{
    return ATTNVIZ_VERSION;
}

/* ---- 1 Faults ---- */

/* The causes have the order of attn_code. */
_Static_assert((int)ATTNVIZ_USAGE == (int)ATTN_USAGE && (int)ATTNVIZ_INPUT == (int)ATTN_INPUT &&
                   (int)ATTNVIZ_FILE == (int)ATTN_FILE && (int)ATTNVIZ_LIMIT == (int)ATTN_LIMIT &&
                   (int)ATTNVIZ_MEMORY == (int)ATTN_MEMORY,
               "attnviz_cause and attn_code name the same faults");

/* The longest beginning of whole characters that fits, without the newline at its end. */
static void put_text(attnviz_fault *fault, const char *text, size_t length)
{
    if (length > 0 && text[length - 1] == '\n') length--;
    if (length >= sizeof fault->text) {
        length = sizeof fault->text - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0u) == 0x80u) length--;
    }
    memcpy(fault->text, text, length);
    fault->text[length] = '\0';
}

bool attn_api_settle(attn_status *status, attnviz_fault *fault)
{
    attn_renew(status);
    if (attn_ok(status)) return true;
    attn_text text = {0};
    attn_status_text(status, "", &text);
    if (fault != NULL && fault->cause == ATTNVIZ_NONE) {
        const char *said = text.failed ? status->message : attn_text_string(&text);
        fault->cause = (attnviz_cause)status->code;
        put_text(fault, said, strlen(said));
        memcpy(fault->file, status->file, sizeof fault->file);
        fault->line = status->line;
        fault->column = status->column;
    }
    attn_text_free(&text);
    *status = (attn_status){0};
    return false;
}

bool attn_api_going(const attnviz_fault *fault)
{
    return fault == NULL || fault->cause == ATTNVIZ_NONE;
}

const char *attn_api_arrange(void *caller, const char *dot, attn_status *status)
{
    const attn_api_caller *asked = caller;
    attnviz_fault fault = {0};
    const char *plain = asked->arrange(asked->user, dot, &fault);
    if (!plain && fault.text[0])
        attn_fail(status, fault.cause ? (attn_code)fault.cause : ATTN_FILE, "%s", fault.text);
    return plain;
}

bool attn_api_given(const void *thing, const char *what, attnviz_fault *fault)
{
    attn_status status = {0};
    if (!attn_api_going(fault)) return false;
    if (thing == NULL) attn_fail(&status, ATTN_USAGE, "%s is NULL", what);
    return attn_api_settle(&status, fault);
}

/* ---- what the caller gives ---- */

bool attn_api_choice(const char *what, int choice, int last, attn_status *status)
{
    return (choice >= 0 && choice <= last) ||
           attn_fail(status, ATTN_USAGE, "there is no %s %d", what, choice);
}

bool attn_api_text(const char *text, attn_status *status)
{
    size_t bad;
    if (text == NULL || attn_utf8_valid(text, strlen(text), &bad)) return true;
    return attn_fail(status, ATTN_INPUT, "a text is not UTF-8: %s", text);
}

size_t attn_api_count(const char *const *list)
{
    size_t count = 0;
    while (list && list[count]) count++;
    return count;
}

size_t attn_api_list(const char *const *list, attn_status *status)
{
    size_t count = attn_api_count(list);
    for (size_t i = 0; i < count; i++) attn_api_text(list[i], status);
    return count;
}

bool attn_api_labels(const char *const *labels, size_t count, attn_status *status)
{
    for (size_t i = 0; labels != NULL && i < count; i++) {
        if (labels[i] == NULL) return attn_fail(status, ATTN_INPUT, "label %zu is NULL", i + 1);
        if (!attn_api_text(labels[i], status)) return false;
    }
    return true;
}

/* ---- the whole library ---- */

void attnviz_threads(size_t threads)
{
    attn_pool_threads(threads);
}

void attnviz_threads_end(void)
{
    attn_pool_free();
}

bool attnviz_kernels(const char *name)
{
    return attn_kernel_use(name);
}

void attnviz_signals(void (*tell)(int signal_number))
{
    attn_output_signals(tell);
}

void attnviz_budget(uint64_t memory, uint64_t work)
{
    attn_budget_set(memory, work);
}
