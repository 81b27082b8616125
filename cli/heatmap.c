/*
 * heatmap: pictures of sentences, of lessons and of arrays, and the numbers out of a picture again.
 */
#include <stdlib.h>
#include <string.h>

#include "computing.h"
#include "dot.h"
#include "reading.h"
#include "terminal.h"

enum { MOST_PLACE = 1000000000, MOST_SIDE = 16384 };

typedef struct request {
    attnviz_heatmap heatmap;
    const char *read; /* a picture whose numbers are printed; or NULL */
} request;

/* Digits with at most one point among them; anything else is 0. */
static double decimal_number(const char *text)
{
    size_t whole = strspn(text, "0123456789"), point = text[whole] == '.';
    size_t part = strspn(text + whole + point, "0123456789");
    bool number = whole > 0 && (part > 0 || !point) && text[whole + point + part] == '\0';
    return number ? strtod(text, NULL) : 0.0;
}

static bool read_scale(cli_value *value)
{
    const double least = 0.5, most = 8.0;
    const char *text = value->texts[0];
    double *zoom = value->place;
    *zoom = decimal_number(text);
    if (*zoom >= least && *zoom <= most) return true;
    return attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "--scale takes a number from %g to %g, not '%s'", least, most, text);
}

static const cli_kind scale = {.read = read_scale};

/* "1280x720", the sides of a canvas. */
static bool read_size(cli_value *value)
{
    const char *text = value->texts[0];
    attnviz_style *style = value->place;
    unsigned long width = 0, height = 0;
    char *end = NULL;
    if (text[0] >= '1' && text[0] <= '9') width = strtoul(text, &end, 10);
    if (end && *end == 'x' && end[1] >= '1' && end[1] <= '9') height = strtoul(end + 1, &end, 10);
    bool sides = width <= MOST_SIDE && height > 0 && height <= MOST_SIDE && *end == '\0';
    style->width = sides ? width : 0;
    style->height = sides ? height : 0;
    return sides ||
           attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "--size takes two sides in pixels of at most %d each, as 1280x720, not '%s'",
                     MOST_SIDE, text);
}

static const cli_kind size = {.read = read_size};

/* Of a colour bar. */
static bool read_end(cli_value *value)
{
    const double least = 1e-6, most = 1e30;
    const char *text = value->texts[0];
    double *end = value->place;
    *end = decimal_number(text);
    return (*end >= least && *end <= most) || strcmp(text, "auto") == 0 ||
           attn_fail(attn_arena_status(value->arena), ATTN_USAGE,
                     "--vmax takes a number above 0, as 0.5, or auto, not '%s'", text);
}

static const cli_kind end = {.read = read_end};

/* Words, or none of them. */
static bool read_words(cli_value *value)
{
    const char **words = value->place;
    *words = strcmp(value->texts[0], "none") == 0 ? "" : value->texts[0];
    return true;
}

static const cli_kind words = {.read = read_words};

static const cli_option options[] = {
    {"--lesson", 0, &cli_lesson, "LESSON", "reads the sentences with this lesson (default: reader)",
     CLI_IN(attnviz_heatmap, lesson)},
    CLI_MODEL(attnviz_heatmap, lesson),
    CLI_IDS(attnviz_heatmap),
    CLI_INPUT(attnviz_heatmap),
    CLI_GIVEN(attnviz_heatmap),
    {"--sentence", 0, &cli_text, "TEXT",
     "draws this sentence, read by the lesson that is named, or by reader",
     CLI_IN(attnviz_heatmap, wishes.sentence)},
    {"--show", 0, &cli_list, "NAME,…",
     "draws these values instead of all that the lesson draws; the name of a family draws all of "
     "it, the name of a line its plot",
     CLI_IN(attnviz_heatmap, shows)},
    {"--at", 0, &cli_list, "INDEX=N", "draws only the maps at this value of an index, as j=2",
     CLI_IN(attnviz_heatmap, at)},
    {"--without", 0, &cli_texts, "NAME",
     "leaves out a part that the lesson names, or a value, as A_{2,1}: each map that changes is "
     "drawn with it, without it, and as the difference; 'NAME = FORMULA' puts a formula in its "
     "place",
     CLI_IN(attnviz_heatmap, without)},
    {"--tokens", 0, &cli_file, "FILE",
     "names the words beside a map of your own: a JSON list, {\"source\": […], \"target\": […]}, "
     "or a text with one word on each line",
     CLI_IN(attnviz_heatmap, arrays.tokens)},
    {"--pieces", 0, &cli_choice, "auto|none|bytes|sentencepiece|wordpiece|joined|ended|spaced",
     "says how the tokens mark pieces of words (auto, the default: as they look)",
     CLI_IN(attnviz_heatmap, arrays.pieces)},
    {"--spelled", 0, &cli_flag, NULL,
     "of a lesson that spells words by pieces: draws the pieces, not the whole words",
     CLI_IN(attnviz_heatmap, wishes.pieces)},
    {"--words", 0, &cli_flag, NULL,
     "joins the pieces of words: sums their columns, averages their rows",
     CLI_IN(attnviz_heatmap, arrays.words)},
    {"--hide-special", 0, &cli_choice, "nothing|keep|renormalise",
     "leaves out [CLS], </s>, <|endoftext|> and the like; the other weights keep their values, or "
     "sum to 1 again in each row",
     CLI_IN(attnviz_heatmap, arrays.hide_special)},
    {"--array", 0, &cli_text, "NAME", "picks this array of a file that holds several",
     CLI_IN(attnviz_heatmap, arrays.array)},
    {"--axes", 0, &cli_text, "NAME,…",
     "names the axes of the array: layer, example, head, query and key",
     CLI_IN(attnviz_heatmap, arrays.axes)},
    {"--layer", 0, &cli_number, "N", "draws only this layer, counted from 1",
     CLI_IN(attnviz_heatmap, arrays.layer), .least = 1, .most = MOST_PLACE},
    {"--head", 0, &cli_number, "N", "draws only this head, counted from 1",
     CLI_IN(attnviz_heatmap, arrays.head), .least = 1, .most = MOST_PLACE},
    {"--example", 0, &cli_number, "N",
     "picks this example of a batch, or this sentence of a file of alignments, counted from 1",
     CLI_IN(attnviz_heatmap, arrays.example), .least = 1, .most = MOST_PLACE},
    {"--heads", 0, &cli_choice, "each|mean|max",
     "draws each head (default), or all heads in one map: their mean, or the largest",
     CLI_IN(attnviz_heatmap, arrays.heads)},
    {"--transpose", 0, &cli_flag, NULL,
     "exchanges rows and columns: for arrays whose columns sum to 1",
     CLI_IN(attnviz_heatmap, arrays.transpose)},
    {"--diff", 0, &cli_file, "FILE",
     "draws the difference of two files of one shape: this one − the other",
     CLI_IN(attnviz_heatmap, arrays.diff)},
    {"--align", 0, &cli_file, "FILE",
     "frames the links of an alignment (0-0 1-2 2?1) on the map, and says how often the largest "
     "weight is one of them",
     CLI_IN(attnviz_heatmap, arrays.align)},
    {"--view", 0, &cli_choice, "map|links|row|flow",
     "draws maps as cells (map, the default), words joined by lines as thick as the weights, or "
     "one row as a sentence; or, instead of maps, a lesson's formulas as a diagram",
     CLI_IN(attnviz_heatmap, style.view)},
    {"--from", 0, &cli_text, "WORD",
     "shows where this word looks: the row of --view row; in --view links its lines stand out; "
     "the@5 is the word 'the' at place 5",
     CLI_IN(attnviz_heatmap, style.from)},
    {"--follow", 0, &cli_text, "WORD", "marks the way of this word through --view flow",
     CLI_IN(attnviz_heatmap, follow)},
    {"--format", 0, &cli_format, "png|svg|pdf",
     "sets the format, whatever the name's ending (default: by the ending, else png)",
     CLI_IN(attnviz_heatmap, format)},
    {"--text", 0, &cli_choice, "outlines|live",
     "writes the letters of an SVG as outlines, which look the same everywhere (default), or as "
     "text that can be searched and edited",
     CLI_IN(attnviz_heatmap, style.live_text)},
    {"--theme", 0, &cli_choice, "light|dark", "sets the ground (default: light)",
     CLI_IN(attnviz_heatmap, style.dark)},
    {"--transparent", 0, &cli_flag, NULL, "leaves the ground transparent",
     CLI_IN(attnviz_heatmap, style.transparent)},
    {"--colors", 0, &cli_word, "indigo|moss|ember|sand|grey",
     "sets the colours of weights (default: indigo)", CLI_IN(attnviz_heatmap, style.colors)},
    {"--cell", 0, &cli_number, "N", "sets the side of a cell in pixels, from 1 to 256",
     CLI_IN(attnviz_heatmap, style.cell), .least = 1, .most = 256},
    {"--numbers", 0, &cli_choice, "auto|always|never",
     "writes numbers inside the cells (auto, the default: in small maps)",
     CLI_IN(attnviz_heatmap, style.numbers)},
    {"--vmax", 0, &end, "N|auto",
     "ends the colours of weights at this number (auto, the default: at the largest); larger ones "
     "get the last colour, and the bar says so",
     CLI_IN(attnviz_heatmap, style.vmax)},
    {"--title", 0, &words, "TEXT|none", "sets the title of the picture, or none",
     CLI_IN(attnviz_heatmap, style.title)},
    {"--caption", 0, &words, "TEXT|none", "sets the text below the maps, or none",
     CLI_IN(attnviz_heatmap, style.caption)},
    {"--size", 0, &size, "WxH",
     "sets the canvas in pixels (default: 1600x900, or more where the words need it)",
     CLI_IN(attnviz_heatmap, style)},
    {"--entropy", 0, &cli_flag, NULL, "writes the entropy of each row of weights beside it",
     CLI_IN(attnviz_heatmap, style.entropy)},
    {"--scale", 0, &scale, "FACTOR",
     "makes the whole picture larger or smaller, from 0.5 to 8 (default: 1)",
     CLI_IN(attnviz_heatmap, style.scale)},
    {"--read", 0, &cli_file, "PICTURE.png",
     "prints the numbers that a picture carries as JSON; '-' is standard input",
     CLI_IN(request, read)},
    {"--output", 'o', &cli_file, "OUT.png",
     "names the picture, if there is only one; its ending, .png, .svg or .pdf, chooses the format",
     CLI_IN(attnviz_heatmap, output)},
    CLI_THREADS,
    CLI_KERNELS,
};

static enum cli_exit run(const cli_arguments *arguments, void *asked, attn_status *status)
{
    attnviz_heatmap *heatmap = asked;
    const char *read = ((request *)asked)->read;
    bool alone = arguments->operand_count == 0 && !cli_other_than(arguments, "--read");
    heatmap->files = arguments->operands;
    heatmap->wishes.as_options = true;
    heatmap->arrange = cli_dot;
    heatmap->user = arguments->arena;
    if (read && !alone)
        attn_fail(status, ATTN_USAGE,
                  "--read prints the numbers of one picture: leave out the other words");
    else if (read)
        attnviz_picture_numbers(read, &cli_output, arguments->fault);
    else
        attnviz_heatmap_draw(heatmap, &arguments->listener, arguments->fault);
    return CLI_DONE;
}

static const cli_example examples[] = {
    {"attnviz heatmap 'The cat sat on the mat.'", "a sentence: The-cat-sat-on-the.png"},
    {"attnviz heatmap sentence.txt", "each line of sentence.txt as a picture: sentence.png"},
    {"attnviz heatmap --model gpt2/ sentence.txt", "the same, read by a model from a hub"},
    {"echo 'The cat sat.' | attnviz heatmap - -o cat.png", "a sentence from another program"},
    {"cat weights.npy | attnviz heatmap - -o weights.png", "its numbers"},
    {"attnviz heatmap multi-head --at j=2", "what the second head of a lesson looks at"},
    {"attnviz heatmap masked --without mask",
     "a map with its mask, without it, and the difference"},
    {"attnviz heatmap --view links -o lines.png", "a translation as words joined by lines"},
    {"attnviz heatmap 'The cat sat on the mat.' --view row --from sat",
     "what 'sat' looks at, as a sentence"},
    {"attnviz heatmap self-attention --view flow --follow dog",
     "the formulas of a lesson as a diagram, with the way of one word"},
    {"attnviz heatmap --theme dark -o chat.svg", "a lesson on a dark ground, as SVG"},
    {"attnviz heatmap attn.npy --tokens tokens.json --layer 3 --head 5",
     "one head of your own model: attn.png"},
    {"attnviz heatmap attn.npy --tokens tokens.json --layer 3 --words",
     "all heads of a layer, by whole words"},
    {"attnviz heatmap --read sentence.png", "the numbers of that picture, as JSON"},
    {NULL, NULL},
};

const cli_command cli_heatmap = {
    .name = "heatmap",
    .summary = "draws which words look at which, in a sentence or in a lesson",
    .operands = "['SENTENCE' … | FILE … | LESSON | -]",
    .most_operands = SIZE_MAX,
    .about =
        "Words in quotes are a sentence. Its picture goes into the current folder, named after its "
        "first words, and the name is printed. A text file holds sentences, one on each line, and "
        "their pictures have its name (several: NAME-1.png, NAME-2.png …). '-' is standard input: "
        "a text, or numbers in any format below.\nThe name of a lesson, or a .json file, draws "
        "what that lesson draws. Without one: le-chat-noir. Maps that are too large for one "
        "picture get a file each.\nNumbers of your own, of any model or program, come from .npy, "
        ".npz, .safetensors, .csv, .tsv or .json, and from the soft alignments that Nematus, "
        "Marian and OpenNMT-py write: two "
        "to five axes, of which the last are queries and keys.",
    CLI_TABLE(options, request),
    .examples = examples,
    .run = run,
};
