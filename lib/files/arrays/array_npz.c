/*
 * array_npz: an archive of .npy files, as np.savez and np.savez_compressed write it.
 */
#include <string.h>

#include "core/text.h"
#include "files/arrays/array_common.h"
#include "files/zip/zip.h"

/* Archives of other programs, by the end of a member's name. */
static const struct stranger {
    const char *ends, *message;
} strangers[] = {
    {"data.pkl", "this is a file of PyTorch, a pickle, which attnviz does not read: in Python, "
                 "np.save(\"x.npy\", torch.load(\"x.pt\").float().numpy())"},
    {"xl/workbook.xml", "this is a spreadsheet: save the table as CSV"},
    {"content.xml", "this is an office document: save the table as CSV"},
};

static bool is_array(const attn_zip_member *member)
{
    return attn_ends_in(member->name, ".npy");
}

static bool refuse_strangers(const attn_zip_member *members, size_t count, attn_status *status)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof strangers / sizeof *strangers; k++)
            if (strcmp(members[i].name, strangers[k].ends) == 0 ||
                attn_ends_in(members[i].name, strangers[k].ends))
                return attn_fail(status, ATTN_INPUT, "%s", strangers[k].message);
    return true;
}

static bool open_member(attn_arrays *arrays, const attn_zip_member *member, attn_status *status)
{
    static const size_t ending = sizeof ".npy" - 1;
    attn_byte_reader **place =
        attn_push(arrays->arena, &arrays->members, &arrays->member_count, sizeof *arrays->members);
    attn_byte_reader *source = place ? attn_zip_open(arrays->source, member, status) : NULL;
    if (place) *place = source;
    if (!source) return false;
    bool done = attn_array_npy(arrays, source, member->name, strlen(member->name) - ending, status);
    attn_zip_rest(source);
    if (done) arrays->items[arrays->count - 1].packed = member->deflated;
    if (!done) {
        attn_text prefix = {0};
        attn_text_print(&prefix, "%s: ", member->name);
        attn_status_prefix(status, attn_text_string(&prefix));
        attn_text_free(&prefix);
    }
    return done;
}

bool attn_array_npz(attn_arrays *arrays, attn_status *status)
{
    attn_zip_member *members;
    size_t count;
    if (!attn_zip_list(arrays->source, arrays->arena, &members, &count, status) ||
        !refuse_strangers(members, count, status))
        return false;
    for (size_t i = 0; i < count; i++)
        if (is_array(&members[i]) && !open_member(arrays, &members[i], status)) return false;
    if (arrays->count) return true;
    return attn_fail(status, ATTN_INPUT, "this archive holds no arrays: .npz holds .npy files");
}
