/*
 * module: what a page asks of the module: files in, a request in, a text out.
 *
 * The page hands over each file of its lesson once, and then asks as often as its reader does. A
 * request has a line for each wish, "set e_{1,2} = 2"; the lesson stays open in between. Texts of
 * the page lie in rooms that attn_page_room gives, and belong to the module from then on.
 */
#include <stdlib.h>
#include <string.h>

#include "attnviz.h"
#include "core/text.h"
#include "page/module.h"

enum { MOST_WISHES = 256 };

/* The texts of one kind of wish, with NULL behind them. */
typedef struct wish_list {
    const char *texts[MOST_WISHES + 1];
    size_t count;
} wish_list;

static struct {
    attnviz_lesson *lesson;
    char *name;          /* of the open lesson */
    attn_text text;      /* the last answer */
    attnviz_fault fault; /* why nothing was */
} page;

/* What a request asks for; its texts lie in the request. */
typedef struct request {
    const char *lesson, *sentence, *ids, *format, *seed, *every, *worksheet, *sheet, *check, *hint;
    wish_list sets, inputs, without, arithmetics, zooms, names, at;
} request;

ATTN_PAGE(room) void *attn_page_room(size_t length)
{
    return malloc(length ? length : 1);
}

ATTN_PAGE(file) bool attn_page_file(char *name, char *bytes, size_t length)
{
    return attn_page_keep(name, bytes, length);
}

/* ---- a request ---- */

static bool add_wish(wish_list *list, const char *text)
{
    if (list->count == MOST_WISHES) return false;
    list->texts[list->count++] = text;
    return true;
}

/* An input is two texts: "name=text". */
static bool add_input(request *asked, char *text)
{
    char *sign = strchr(text, '=');
    if (!sign) return false;
    *sign = '\0';
    return add_wish(&asked->inputs, text) && add_wish(&asked->inputs, sign + 1);
}

static bool read_line(request *asked, char *line)
{
    const struct {
        const char *word;
        const char **text;
        wish_list *list;
    } kinds[] = {{"lesson", &asked->lesson, NULL},
                 {"format", &asked->format, NULL},
                 {"sentence", &asked->sentence, NULL},
                 {"ids", &asked->ids, NULL},
                 {"seed", &asked->seed, NULL},
                 {"every", &asked->every, NULL},
                 {"worksheet", &asked->worksheet, NULL},
                 {"sheet", &asked->sheet, NULL},
                 {"check", &asked->check, NULL},
                 {"hint", &asked->hint, NULL},
                 {"set", NULL, &asked->sets},
                 {"without", NULL, &asked->without},
                 {"arithmetic", NULL, &asked->arithmetics},
                 {"zoom", NULL, &asked->zooms},
                 {"only", NULL, &asked->names},
                 {"at", NULL, &asked->at}};
    char *blank = strchr(line, ' ');
    if (!blank) return *line == '\0';
    *blank = '\0';
    if (strcmp(line, "input") == 0) return add_input(asked, blank + 1);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(line, kinds[i].word) != 0) continue;
        if (kinds[i].text) *kinds[i].text = blank + 1;
        return kinds[i].text || add_wish(kinds[i].list, blank + 1);
    }
    return false;
}

static bool read_request(request *asked, char *text)
{
    char *end;
    for (; (end = strchr(text, '\n')); text = end + 1) {
        *end = '\0';
        if (!read_line(asked, text)) return false;
    }
    return read_line(asked, text);
}

/* ---- the answer ---- */

static bool take_text(void *user, const char *bytes, size_t length)
{
    (void)user;
    attn_text_add_bytes(&page.text, bytes, length);
    return !page.text.failed;
}

/* The lesson that is asked for, which is opened if it is another one. */
static bool open_lesson(const char *name)
{
    if (page.name && strcmp(page.name, name) == 0) return true;
    attnviz_lesson_free(page.lesson);
    free(page.name);
    page.lesson = attnviz_lesson_carried(name, &page.fault);
    page.name = page.lesson ? strdup(name) : NULL;
    return page.name;
}

static const attnviz_output to_page = {.write = take_text};

static attnviz_wishes wishes_of(const request *asked)
{
    return (attnviz_wishes){.sentence = asked->sentence,
                            .ids = asked->ids,
                            .inputs = asked->inputs.texts,
                            .sets = asked->sets.texts,
                            .arithmetics = asked->arithmetics.texts,
                            .zooms = asked->zooms.texts,
                            .seeded = asked->seed,
                            .seed = asked->seed ? strtoull(asked->seed, NULL, 10) : 0,
                            .varied = asked->worksheet,
                            .worksheet =
                                asked->worksheet ? strtoull(asked->worksheet, NULL, 10) : 0};
}

static bool tell_lesson(const request *asked)
{
    bool json = asked->format && strcmp(asked->format, "json") == 0;
    attnviz_telling telling = {
        .wishes = wishes_of(asked), .look = ATTNVIZ_LOOK, .without = asked->without.texts};
    telling.every = asked->every ? (size_t)strtoull(asked->every, NULL, 10) : 0;
    telling.look.format = json ? ATTNVIZ_FORMAT_JSON : ATTNVIZ_FORMAT_HTML;
    if (asked->names.count) telling.look.names = asked->names.texts;
    if (asked->at.count) telling.look.at = asked->at.texts;
    return attnviz_lesson_tell(page.lesson, &telling, &to_page, &page.fault);
}

static bool tell_sheet(const request *asked)
{
    const attnviz_wishes wishes = wishes_of(asked);
    attnviz_worksheet sheet = {.seed = wishes.worksheet,
                               .fill = strcmp(asked->sheet, "solved") == 0   ? ATTNVIZ_SOLVED
                                       : strcmp(asked->sheet, "partly") == 0 ? ATTNVIZ_PARTLY
                                                                             : ATTNVIZ_BLANK,
                               .look = ATTNVIZ_LOOK};
    sheet.look.format = ATTNVIZ_FORMAT_HTML;
    return attnviz_lesson_worksheet(page.lesson, &sheet, &to_page, &page.fault);
}

static bool tell_check(const request *asked)
{
    const char *const files[] = {asked->hint ? asked->hint : asked->check, NULL};
    bool right;
    attnviz_answers answers = {.wishes = wishes_of(asked),
                               .files = files,
                               .hint = asked->hint != NULL,
                               .look = ATTNVIZ_LOOK};
    answers.look.format = ATTNVIZ_FORMAT_HTML;
    return attnviz_lesson_check(page.lesson, &answers, &right, &to_page, &page.fault);
}

static bool tell(const request *asked)
{
    if (!open_lesson(asked->lesson)) return false;
    return asked->check || asked->hint ? tell_check(asked)
           : asked->sheet              ? tell_sheet(asked)
                                       : tell_lesson(asked);
}

ATTN_PAGE(tell) bool attn_page_tell(char *text)
{
    static bool begun;
    request asked = {0};
    if (!begun) attn_page_letters();
    begun = true;
    page.fault = (attnviz_fault){0};
    attn_text_free(&page.text);
    page.text = (attn_text){0};
    bool read = read_request(&asked, text) && asked.lesson;
    bool told = read && tell(&asked);
    if (!read) attn_text_add(&page.text, "this page asks for what it does not know");
    if (read && !told) {
        attn_text_free(&page.text);
        page.text = (attn_text){0};
        attn_text_add(&page.text, page.fault.text);
    }
    free(text);
    return told;
}

ATTN_PAGE(text) const char *attn_page_text(void)
{
    return attn_text_string(&page.text);
}

ATTN_PAGE(length) size_t attn_page_length(void)
{
    return page.text.length;
}
