/*
 * library: the lessons carried in the program, in the order in which they are taught.
 */
#include "lesson/builtin/library.h"

#include <string.h>

#include "lesson/program/program.h"

static const char two_sequences[] = "Attention between two sequences";
static const char self_attention[] = "Self-attention";
static const char learned[] = "Trained models";
static const char uses[] = "What attention is for";
static const char reading[] = "Reading a sentence";
static const char later[] = "After 2017";
static const char whole[] = "The whole course";

static const attn_builtin_lesson shelf[] = {
    {"translator-plain", two_sequences},
    {"bottleneck", two_sequences},
    {"encoder", two_sequences},
    {"le-chat-noir", two_sequences},
    {"scores", two_sequences},
    {"decoder", two_sequences},
    {"soft-attention", two_sequences},
    {"hard-attention", two_sequences},
    {"kernel-regression", two_sequences},
    {"self-attention", self_attention},
    {"analogy", self_attention},
    {"scaling", self_attention},
    {"old-x", self_attention},
    {"positions", self_attention},
    {"multi-head", self_attention},
    {"masked", self_attention},
    {"padding", self_attention},
    {"cross-attention", self_attention},
    {"efficiency", self_attention},
    {"block", self_attention},
    {"stack", self_attention},
    {"learning", self_attention},
    {"translator", learned},
    {"translator-pairs", learned},
    {"transformer", learned},
    {"induction", learned},
    {"writer", learned},
    {"captioner", uses},
    {"captioner-hard", uses},
    {"question", uses},
    {"patches", uses},
    {"video", uses},
    {"speech", uses},
    {"speech-letters", uses},
    {"reader", reading},
    {"meaning", reading},
    {"both-ways", reading},
    {"long-range", reading},
    {"taught", reading},
    {"alibi", later},
    {"rope", later},
    {"grouped-queries", later},
    {"sliding-window", later},
    {"linear-attention", later},
    {"kv-cache", later},
    {"flash-attention", later},
    {"graph-attention", later},
    {"recap", whole},
};

const attn_builtin_lesson *attn_builtin_lesson_at(size_t i)
{
    return i < sizeof shelf / sizeof *shelf ? &shelf[i] : NULL;
}

const attn_builtin_file *attn_builtin_file_of(const char *name)
{
    for (size_t i = 0; i < attn_builtin_count; i++)
        if (strcmp(attn_builtin_files[i].name, name) == 0) return &attn_builtin_files[i];
    return NULL;
}

const char *attn_builtin_bytes(const char *name, size_t *length)
{
    const attn_builtin_file *file = attn_builtin_file_of(name);
    if (file) *length = file->length;
    return file ? (const char *)file->bytes : NULL;
}

const attn_builtin_file *attn_builtin_flow_of(const char *lesson)
{
    static const char ending[] = ".flow";
    const size_t name = strlen(lesson);
    for (size_t i = 0; i < attn_builtin_count; i++) {
        const attn_builtin_file *file = &attn_builtin_files[i];
        if (strncmp(file->name, lesson, name) == 0 && strcmp(file->name + name, ending) == 0)
            return file;
    }
    return NULL;
}
