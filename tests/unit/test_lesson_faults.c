/*
 * lesson_faults: what is refused where it is read and where it is run, sentence by sentence;
 * and values that come from files beside the lesson.
 *
 * In the tables ' stands for ", and a lesson begins behind its title.
 */
#include <math.h>

#include "files/png/png.h"
#include "formula/eval/machine.h"
#include "lesson/lesson.h"
#include "unit.h"
#include "written.h"

static char folder[] = "/tmp/attnviz-lesson-more-XXXXXX";

/* 64 files of weights */
#define W8 "'w','w','w','w','w','w','w','w',"
#define W64 W8 W8 W8 W8 W8 W8 W8 W8

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Two regions: 4 pixels black and red, 4 white. */
static bool pixel_row(void *user, size_t y, uint8_t *pixels)
{
    (void)user;
    memset(pixels, 0, 6);
    memset(pixels + 6, 255, 6);
    if (y == 1) pixels[0] = pixels[3] = 255;
    return true;
}

static bool white_row(void *user, size_t y, uint8_t *pixels)
{
    (void)user;
    (void)y;
    memset(pixels, 255, 12);
    return true;
}

/* b holds what follows first + 3. */
static void write_weights(const char *name, float first)
{
    static const char header[] =
        "{\"W\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},"
        "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[16,24]},"
        "\"cube\":{\"dtype\":\"F32\",\"shape\":[1,1,2],\"data_offsets\":[24,32]},"
        "\"block\":{\"dtype\":\"F32\",\"shape\":[2,1,2],\"data_offsets\":[32,48]},"
        "\"none\":{\"dtype\":\"F32\",\"shape\":[0,2],\"data_offsets\":[48,48]}}       ";
    float numbers[12];
    for (size_t i = 0; i < COUNT(numbers); i++) numbers[i] = first + (float)i;
    char file[8 + sizeof header - 1 + sizeof numbers] = {(char)((sizeof header - 1) % 256),
                                                         (char)((sizeof header - 1) / 256)};
    memcpy(file + 8, header, sizeof header - 1);
    memcpy(file + 8 + sizeof header - 1, numbers, sizeof numbers);
    unit_write(path_of(name), file, sizeof file);
}

static void open_folder(void)
{
    static const char config[] =
        "{\"d\":2,\"half\":0.5,\"name\":\"x\",\"one\":1,\"no\":false,\"list\":[1,2.5]}";
    static const char config_2[] = "{\"d\":7,\"more\":3}";
    /* 0, 0.5, −0.5, 0.25; 8000 a second */
    static const char sound[] = "RIFF\0\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0"
                                "\2\0\x10\0data\x08\0\0\0\0\0\0\x40\0\xc0\0\x20";
    attn_status status = {0};
    unit_make_folder(folder);
    unit_write(path_of("v"), "the\ncat\n", 8);
    unit_write(path_of("bad"), "the\n\xFF\n", 6);
    unit_write(path_of("c"), config, sizeof config - 1);
    unit_write(path_of("c2"), config_2, sizeof config_2 - 1);
    write_weights("w", 1);
    write_weights("w2", 11);
    attn_png picture = {.width = 4, .height = 2, .row = pixel_row};
    ck_assert(attn_png_write(path_of("p.png"), &picture, &status));
    picture.row = white_row;
    ck_assert(attn_png_write(path_of("q.png"), &picture, &status));
    unit_write(path_of("s.wav"), sound, sizeof sound - 1);
}

static void close_folder(void)
{
    static const char *const names[] = {"v",  "bad",   "c",     "c2",    "w",
                                        "w2", "p.png", "q.png", "s.wav", "lesson.json"};
    for (size_t i = 0; i < COUNT(names); i++) unlink(path_of(names[i]));
    rmdir(folder);
}

static attn_lesson *read_lesson(const char *text, attn_status *status)
{
    return read_written(path_of("lesson.json"), text, status);
}

/* ---- what is refused ---- */

typedef struct fault_case {
    const char *text, *message;
} fault_case;

static const fault_case faults[] = {
    /* kinds of values */
    {"'define':[],'steps':[]", "\"define\" is an object"},
    {"'indices':[],'steps':[]", "\"indices\" is an object"},
    {"'lengths':[],'steps':[]", "\"lengths\" is an object"},
    {"'sequences':{'s':['a']},'indices':{'1':'s'},'steps':[]", "expected a name"},
    {"'given':[],'steps':[]", "\"given\" is an object"},
    {"'sequences':[],'steps':[]", "\"sequences\" is an object"},
    {"'summary':1,'steps':[]", "\"summary\" must be a text"},
    {"'config':'../c','steps':[]", "in the lesson's own folder"},
    {"'config':'none','steps':[]", "the file cannot be opened"},
    {"'steps':{}", "\"steps\" is a list of steps"},
    {"'steps':[1]", "a step is an object"},
    {"'steps':[{'compute':[1]}]", "takes a formula in quotes, or a list of them"},
    {"'sequences':{'s':['a']},'indices':{'i':'s'},'steps':[{'for':'i','steps':[{'say':{'a':'b'}}]}"
     "]",
     "are the loop's numbers"},
    {"'steps':[{'say':{'1':'b'}}]", "only inside a 'for' can \"say\" have a text for each number "
                                    "of the loop: write one text here"},
    {"'sequences':{'s':['a']},'indices':{'i':'s'},'steps':[{'for':'i','say':{'1':'b'},'steps':[]}]",
     "only inside a 'for' can \"say\" have a text for each number of the loop: write one text "
     "here"},
    {"'steps':[{'say':'{=x'}]", "a '}' is missing after '{='"},
    {"'given':{'x':1},'steps':[{'say':'{=x:z}'}]",
     "after ':' write a number of decimals (0 to 9) or %, as in {=α_{1,2}:2}"},
    {"'steps':[{'plot':[]}]", "a plot is {"},
    {"'steps':[{'zoom':1}]", "\"zoom\" is true, or a list"},
    {"'steps':[{'compute':'y = 1','stated':1}]", "\"stated\" is {"},
    {"'sequences':{'s':['a']},'indices':{'i':'s'},'steps':[{'for':'i'}]",
     "\"for\" and \"steps\" need each other"},
    {"'steps':[{'train':1}]", "\"train\" is {"},
    {"'steps':[{'train':{'rate':1}}]", "\"train\" needs \"loss\""},
    {"'sequences':{'s':{}},'steps':[]",
     "a sequence needs one of the keys tokens, input, from, file, tokenizer, config"},
    {"'sequences':{'s':{'input':1}},'steps':[]", "this key must be a text"},
    {"'sequences':{'1':['a']},'steps':[]", "expected a name"},
    {"'sequences':{'s':'le chat'},'steps':[]",
     "write the words of a sequence as a list, [\"le\", \"chat\"]; { \"input\": \"sentence\", "
     "\"default\": \"le chat\" } cuts a text into words"},
    {"'sequences':{'s':['a']},'indices':{'i':'s'},'given':{'x_i':[1,2]},'steps':[]",
     "), so 1 entry is needed, but there are 2"},
    {"'sequences':{'s':0},'steps':[]", "its count must be a whole number from 1"},
    {"'sequences':{'v':['a'],'s':{'tokens':['b'],'in':'v'}},'steps':[]", "'b' is not a word of v"},
    {"'given':{'x':{'random':[0]}},'steps':[]", "a size must be a whole number from 1"},
    {"'given':{'x':{'random':['1/0']}},'steps':[]", "not a finite number"},
    {"'given':{'x':{'random':[[]]}},'steps':[]", "a size that is not a number: a formula"},
    {"'given':{'x':{'fill':1,'size':[100000,100000]}},'steps':[]",
     "x (100000×100000) needs 37 GiB of memory, and the budget is 1 GiB: --memory 41G allows it"},
    {"'given':{'x':[]},'steps':[]", "an empty list has no numbers"},
    {"'given':{'x':{'random':[1],'scale':'a'}},'steps':[]", "\"scale\" is a number"},
    {"'sequences':{'s':['a']},'given':{'x':{'token':'b','of':'s'}},'steps':[]",
     "'b' is not a word of s"},
    {"'weights':'w','given':{'x':{'weights':'W','transposed':1}},'steps':[]",
     "\"transposed\" is true or false"},
    {"'weights':'w','given':{'x':{'weights':'W','part':[3,2]}},'steps':[]",
     "the part must be a whole number from 1 to 2"},
    {"'config':[],'steps':[]", "names a file, or a list of files"},
    {"'config':['none'],'steps':[]", "the file cannot be opened"},
    {"'config':['c','bad'],'steps':[]", "is not a value"},
    {"'config':['c','c','c','c','c'],'steps':[]", "at most 4 files"},
    {"'given':{'x':{'pixels':null,'grid':[1,1]}},'steps':[]", "names a picture, or is null"},
    {"'given':{'x':{'pixels':null,'grid':[1,1],'input':'p'}},'steps':[]",
     "the lesson needs a picture: give it with inputs p=FILE.png"},
    {"'config':'c','given':{'x':{'pixels':'p.png','grid':['half',1]}},'steps':[]",
     "no whole number from 1 to 4096 under 'half'"},
    {"'config':'c','sequences':{'s':3},'indices':{'i':'s'},'given':{'x_i':{'config':'list'}},'"
     "steps':[]",
     "3 entries are needed, but there are 2"},
    {"'given':{'x':{'values':[1],'cols':'s'}},'steps':[]", "'s' is not a sequence of this lesson"},
    {"'given':{'x':{'values':[[1]],'rows':'s'}},'steps':[]",
     "'s' is not a sequence of this lesson"},
    {"'given':{'x':{'values':[1],'scale':1}},'steps':[]", "no key 'scale' here"},
    {"'sequences':{'s':['a']},'given':{'x':{'values':[1,2],'cols':'s'}},'steps':[]",
     "x has 2 elements, but s has 1 word"},

    /* train, switches, vary */
    {"'steps':[{'train':{'loss':'L','steps':2,'rate':0}}]", "\"rate\" is a number above 0"},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'method':'sgd'}}]",
     "\"method\" is \"gradient\" or \"adam\""},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'decay':3}}]",
     "this key must be a text"},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'examples':3,'inputs':['x']}"
     "}]",
     "\"examples\" is a file, or"},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'examples':{'corpus':"
     "'pairs','n':0},'inputs':['x']}}]",
     "\"n\" must be a whole number from 1"},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'examples':{'corpus':"
     "'pairs','n':1,'part':'some'},'inputs':['x']}}]",
     "\"part\" is one of train, validation, test or, of a file, all"},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'curve':'2'}}]",
     "expected a name"},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1}}]",
     "there is nothing to train: no value is \"learned\""},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'inputs':['x']}}]",
     "\"examples\" fill the \"inputs\": name their file"},
    {"'given':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'examples':'e'}}]",
     "\"examples\" need \"inputs\""},
    {"'given':{'L':1},'steps':[{'train':{'loss':['L','L'],'steps':2,'rate':1}}]",
     "\"loss\" must be one formula"},
    {"'learned':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1}},{'train':{}}]",
     "a lesson trains once: remove this second \"train\""},
    {"'learned':{'L':1},'steps':[{'train':{'loss':'L','steps':2,'rate':1,'batch':4097}}]",
     "\"batch\" must be a whole number from 1 to 4096"},
    {"'sequences':{'w':['a']},'indices':{'i':'w'},'steps':[{'for':'i','steps':[{'train':"
     "{'loss':'i','steps':2,'rate':1}}]}]",
     "\"train\" cannot stand inside 'for'"},
    {"'steps':[],'switches':{'a':[1]}", "a switch is a list of formulas"},
    {"'steps':[],'switches':{'a':'S = 1'}", "a switch is a list of formulas"},
    {"'steps':[],'switches':['a']", "\"switches\" is {"},
    {"'steps':[],'switches':{'a':['S = 1 +']}", "a value is missing"},
    {"'steps':[],'switches':{'a':['f(1) = 1']}", "a parameter is a single word"},
    {"'steps':[],'switches':{'a':['f(x) = x +']}", "a value is missing"},
    {"'steps':[],'vary':[1]", "\"vary\" is {"},
    {"'given':{'x':1},'steps':[],'vary':{'x':[1,2]}",
     "write how x varies as { \"integers\": [-2, 2] }, or with halves, quarters, fifths or tenths "
     "instead"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'thirds':[1,2]}}", "no key 'thirds' here"},
    {"'given':{'x':1},'steps':[],'vary':{'x':{'halves':[2,1]}}",
     "expected the smallest and the largest number: [-2, 2]"},

    /* sequences */
    {"'sequences':{'s':{'input':'a','default':1}},'steps':[]",
     "\"default\" is a sentence in quotes"},
    {"'sequences':{'s':{'input':'a','default':['a',1]}},'steps':[]", "words in quotes, or numbers"},
    {"'sequences':{'s':{'input':'a','default':{'each':'0'}}},'steps':[]",
     "a default that is not words names a sequence"},
    {"'sequences':{'s':{'input':'a','default':{'from':'b'}}},'steps':[]", "'b' is not a sequence"},
    {"'sequences':{'s':{'input':'a','default':{'from':'s'}}},'steps':[]", "'s' is not a sequence"},
    {"'sequences':{'b':['x'],'s':{'input':'a','default':{'from':'b','each':1}}},'steps':[]",
     "\"each\" must be a text"},
    {"'sequences':{'b':['x'],'s':{'tokens':['x'],'default':{'from':'b'}}},'steps':[]",
     "only an \"input\" can take its default from a sequence"},
    {"'steps':[{'compute':'x = [1, 2]','heatmap':{'of':'x','notes':'a'}}]",
     "\"notes\" is a text for each map"},
    {"'steps':[{'compute':'x = [1, 2]','heatmap':{'of':['x'],'notes':['a','b']}}]",
     "\"notes\" has a text for each of the 1 formulas of \"of\""},
    {"'steps':[{'compute':'x = [1, 2]','heatmap':{'of':'x','rest':1}}]", "\"rest\" must be a text"},
    {"'sequences':{'s':{'input':'a','next':'E','most':0}},'steps':[]",
     "\"most\" must be a whole number"},
    {"'sequences':{'s':{'input':'a','next':1}},'steps':[]", "this key must be a text"},
    {"'sequences':{'s':{'input':'a','end':'.'}},'steps':[]",
     "'begin', 'continues', 'end' and 'most' belong to a sequence that grows"},
    {"'sequences':{'s':{'input':'a','next':'E'}},'steps':[]",
     "a sequence that grows needs a vocabulary to take its words from: \"in\": \"words\""},
    {"'sequences':{'v':['x'],'s':{'input':'a','in':'v','default':'x','next':'E'}},'steps':[]",
     "'default' and 'next' exclude each other: a sequence grows only without"},
    {"'sequences':{'v':['x'],'s':{'tokens':['x'],'in':'v','next':'E'}},'steps':[]",
     "only an \"input\" can grow"},
    {"'sequences':{'s':{'input':'a'}},'steps':[]",
     "the lesson needs words: give them with inputs a="},
    {"'sequences':{'a':['x'],'s':{'from':'a'}},'steps':[]", "needs its \"first\" word"},
    {"'sequences':{'a':['x'],'s':{'from':'a','first':'x','after':'x'}},'steps':[]",
     "'first' and 'after' exclude each other: remove one"},
    {"'sequences':{'s':{'tokens':['x'],'language':'en'}},'steps':[]",
     "'language' belongs to a \"file\" of words"},
    {"'sequences':{'s':{'file':'words.txt','language':'de'}},'steps':[]",
     "\"language\" is one of fr, en, none"},
    {"'sequences':{'s':{'input':'a','tokens':['b']}},'steps':[]",
     "'tokens' and 'input' exclude each other: remove one"},
    {"'sequences':{'s':{'tokens':['a'],'prefix':1}},'steps':[]", "\"prefix\" must be a text"},
    {"'sequences':{'s':{'tokens':'a'}},'steps':[]", "\"tokens\" is a list of words"},
    {"'sequences':{'s':{'tokens':[]}},'steps':[]", "at least one word or number"},
    {"'sequences':{'s':{'file':'../v'}},'steps':[]", "in the lesson's own folder"},
    {"'sequences':{'s':{'file':'bad'}},'steps':[]",
     "this byte is not UTF-8: save the text as UTF-8"},
    {"'sequences':{'n':3,'s':{'tokens':['a'],'in':'n'}},'steps':[]",
     "n is a sequence of numbers, not a vocabulary"},
    {"'config':'c','sequences':{'s':{'config':'half'}},'steps':[]",
     "no whole number from 1 to 4096 under 'half'"},

    /* given values */
    {"'given':{'x':{'fill':1}},'steps':[]", "\"fill\" needs a \"size\""},
    {"'given':{'x':{'random':[1,2,3]}},'steps':[]", "the size of a value is a list"},
    {"'given':{'x':{'random':['0.5']}},'steps':[]", "a size must be a whole number from 1"},
    {"'given':{'x':{'random':[13000,13000]}},'steps':[]",
     "x (13000×13000) needs 3.4·10¹¹ multiply-adds, and the budget is 3·10¹¹"},
    {"'given':{'x':{'token':'a'}},'steps':[]", "\"token\" needs \"of\""},
    {"'given':{'x':{'config':'d'}},'steps':[]", "names no file under \"config\""},
    {"'config':'c','given':{'x':{'config':'name'}},'steps':[]", "has no number under 'name'"},
    {"'given':{'x':{'weights':'W'}},'steps':[]", "names no file under \"weights\""},
    {"'weights':'w','given':{'x':{'weights':'W','part':[1]}},'steps':[]",
     "\"part\" says which of how many equal parts of the columns: [1, 3]"},
    {"'weights':'w','given':{'x':{'weights':'b','transposed':true}},'steps':[]",
     "b has 1 axes, but only a matrix can be transposed"},
    {"'weights':'w','given':{'x':{'weights':'W','part':[1,3]}},'steps':[]",
     "W has 2 columns, which do not divide into 3"},
    {"'weights':'w','given':{'x':{'weights':'none'}},'steps':[]", "none is empty"},
    {"'weights':'w','given':{'x':{'weights':'X'}},'steps':[]", "w holds no 'X'"},
    {"'weights':'none','given':{'x':{'weights':'X'}},'steps':[]", "the file cannot be opened"},
    {"'weights':'w','learned':{'W':{'random':[3,2]}},'steps':[]", "W is a 2×2 in"},
    {"'weights':'w','learned':{'W':[1]},'steps':[]", "but a vector of 1 here"},
    {"'weights':{},'steps':[]", "or a file for each number of an index: { \"r\": ["},
    {"'weights':{'r':'w'},'sequences':{'s':1},'indices':{'r':'s'},'steps':[]",
     "or a file for each number of an index: { \"r\": ["},
    {"'weights':{'r':[]},'sequences':{'s':1},'indices':{'r':'s'},'steps':[]",
     "or a file for each number of an index: { \"r\": ["},
    {"'weights':{'r':['w'],'q':['w']},'sequences':{'s':1},'indices':{'r':'s','q':'s'},'steps':[]",
     "or a file for each number of an index: { \"r\": ["},
    {"'weights':{'r':['w']},'steps':[]", "'r' is not an index: declare under"},
    {"'weights':{'r':['w']},'sequences':{'s':1},'lengths':{'r':'s'},'steps':[]",
     "'r' is not an index: declare under"},
    {"'weights':{'r':['w',1]},'sequences':{'s':2},'indices':{'r':'s'},'steps':[]",
     "\"weights\" must be a text"},
    {"'weights':{'r':[" W64 W64 W64 W64 "'w']},'sequences':{'s':9},"
     "'indices':{'r':'s'},'steps':[]",
     "\"weights\" names at most 256 files"},
    {"'weights':'none*.safetensors','steps':[]", "has a name like none*.safetensors"},
    {"'weights':'w','given':{'W':{'weights':'W','or':'0'}},'steps':[]", "\"or\" is the number"},
    {"'weights':'w','given':{'W':{'weights':'W','or':false}},'steps':[]", "or null: steps that"},
    {"'weights':'w','learned':{'W':{'weights':'W','or':null}},'steps':[]",
     "a learned value is always there"},
    {"'sequences':{'s':{'config':'n','size':'n'}},'steps':[]", "'size' belongs to the pieces"},
    {"'config':'c','sequences':{'v':['a'],'s':{'input':'s','in':'v','next':'O','end':{'config':'d'}"
     "}},"
     "'steps':[]",
     "the number of a piece of the tokenizer"},
    {"'config':'c','sequences':{'v':['a'],'s':{'from':'v','first':7}},'steps':[]",
     "the number of a piece of the tokenizer"},
    {"'define':{'f(x)':{'gelu':'x'}},'steps':[]", "has one for each word of the config"},
    {"'expects':{'d':[2]},'steps':[]", "names no file under \"config\""},
    {"'config':'c','expects':[],'steps':[]", "\"expects\" is an object"},
    {"'config':'c','expects':{'d':[[2]]},'steps':[]", "a number, a text, true, false or null"},
    {"'config':'c','expects':{'d':2},'steps':[]", "at least a number"},
    {"'config':'c','expects':{'d':{'least':'z'}},'steps':[]", "z"},
    {"'config':'c','expects':{'d':[null,'2']},'steps':[]", "'d' is 2, and the formulas of"},
    {"'config':'c','expects':{'none':['x',0.5]},'steps':[]", "where it is 'x' or 0.5"},
    {"'config':'c','expects':{'name':['y']},'steps':[]", "'name' is 'x'"},
    {"'config':'c','expects':{'d':{'least':'3'}},'steps':[]", "'d' is 2"},
    {"'define':{'f(x)':{'config':'act','gelu':'x'}},'steps':[]", "names no file under \"config\""},
    {"'define':{'f(x)':{'config':'act','gelu':1}},'steps':[]", "a definition is a formula"},
    {"'weights':{'r':['w']},'sequences':{'s':2},'indices':{'r':'s'},'learned':{'b_r':{'random':[2]}"
     "}"
     ",'steps':[]",
     "\"weights\" names 1 file, but none for r = 2"},
    {"'weights':{'r':['w','w2']},'sequences':{'s':2},'indices':{'r':'s'},'given':{'x':{'weights':"
     "'b'}},'steps':[]",
     "x has no index r, by which \"weights\" chooses a file"},
    {"'weights':{'r':['w','w2']},'sequences':{'s':2},'indices':{'r':'s'},'given':{'x_r':{'weights':"
     "'X'}},'steps':[]",
     "w holds no 'X'"},
    {"'sequences':{'s':['a']},'given':{'x':{'spelling':'s'}},'steps':[]",
     "\"spelling\" needs a \"size\""},
    {"'given':{'x':{'pixels':'p.png'}},'steps':[]", "\"pixels\" needs a \"grid\""},
    {"'given':{'x':{'pixels':'p.png','grid':[1,1],'input':1}},'steps':[]",
     "\"input\" must be a text"},
    {"'given':{'x':{'pixels':'v','grid':[1,1]}},'steps':[]", "this is no picture"},
    {"'given':{'x':{'sound':'s.wav'}},'steps':[]", "\"sound\" needs a \"rate\""},
    {"'given':{'x':{'sound':'s.wav','rate':99}},'steps':[]", "from 100 to 192000"},
    {"'given':{'x':{'sound':'s.wav','rate':8000,'size':0}},'steps':[]", "a size"},
    {"'given':{'x':{'sound':'s.wav','rate':8000,'size':1048577}},'steps':[]",
     "x has 1048577 samples, 131.1 s of sound: a lesson reads at most 1048576 samples"},
    {"'given':{'x':{'sound':'v','rate':8000}},'steps':[]",
     "this is not a WAV file; make one with: ffmpeg -i"},
    {"'given':{'x':{'sound':'none','rate':8000}},'steps':[]", "the file cannot be opened"},
    {"'given':{'x':{'pixels':'none','grid':[1,1]}},'steps':[]", "the file cannot be opened"},
    {"'given':{'v':[1,2]},'steps':[{'heatmap':{'of':'v','over':'none'}}]",
     "the file cannot be opened"},
    {"'given':{'v':[1,2]},'steps':[{'heatmap':{'of':'v','over':'v'}}]", "this is no picture"},
    {"'sequences':{'s':['a']},'given':{'x':{'values':1,'rows':'s'}},'steps':[]",
     "a number has no axes to name"},
    {"'given':{'x':['a']},'steps':[]", "expected a number"},
    {"'given':{'x':{'values':'1'}},'steps':[]", "expected numbers: 1, [1, 2] or [[1, 2], [3, 4]]"},

    /* letters and functions */
    {"'sequences':{'s':['a'],'r':['b']},'indices':{'i':'s'},'lengths':{'i':'r'},'steps':[]",
     "i is already the index of s: choose another letter"},
    {"'sequences':{'s':['a']},'lengths':{'n':'s'},'define':{'f(n)':'n'},'steps':[]",
     ": n is the length of s, so no parameter can have that name"},
    {"'define':{'f(x)':'x','f(y)':'y'},'steps':[]", "f with 1 value is defined twice"},
    {"'define':{'softmax(x)':'x'},'steps':[]", "softmax is a function of the language"},
    {"'define':{'f(x)':['y = x','z = y']},'steps':[]", "the last line of f must be its result"},
    {"'define':{'f(x)':['x','x']},'steps':[]", "only the last line of f is its result"},
    {"'sequences':{'s':['a']},'lengths':{'n':'s'},'steps':[{'compute':'y = x_n'}]",
     "nothing gives or computes x"},
    {"'sequences':{'s':['a','b']},'indices':{'i':'s'},'define':{'f(i)':'i'},"
     "'steps':[{'compute':'y = f(3)'}]",
     "i is an index over s: it takes a whole number from 1 to 2"},

    /* steps */
    {"'given':{'v':[1,2]},'steps':[{'heatmap':{'of':'v','grid':[1]}}]",
     "\"grid\" is the number of rows and of columns"},
    {"'given':{'v':[1,2]},'steps':[{'heatmap':{'of':'v','grid':[2,2]}}]",
     "v is a vector of 2 and cannot be laid out as 2×2"},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':'v','log':'z'}}]", "\"log\" is \"x\", \"y\""},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':'v','x':'v +'}}]", "a value is missing"},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':'v','x':['v','v']}}]", "a plot has one \"x\""},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':['v','v','v','v','v','v','v','v','v']}}]",
     "1 to 8 lines, not 9: draw the others in another plot"},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':'v','title':['a','b']}}]",
     "\"title\" is a list of texts, one for each formula: here 1"},
    {"'given':{'v':[1,2]},'steps':[{'heatmap':{'of':['v','v'],'title':'a'}}]",
     "\"title\" is a list of texts, one for each formula: here 2"},
    {"'given':{'v':[1,2]},'steps':[{'heatmap':{'of':'v','axis':'words'}}]",
     "\"axis\" names the axes: { \"x\": \"sentence length (words)\", \"y\": \"right (%)\" }"},
    {"'given':{'v':[1,2]},'steps':[{'heatmap':{'of':'v','axis':{'z':'words'}}}]", "'z'"},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':'v','legend':['a','b']}}]",
     "\"legend\" is a list of texts, one for each line: here 1"},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':'v','shade':{'from':'1'}}}]",
     "a shaded span of the x-axis is"},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':'v','shade':{'from':'1','to':'v','label':'a'}}}]",
     "v is not a single number; its shape is vector of 2"},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':'v','shade':{'from':'2','to':'1','label':'a'}}}]",
     "a shaded span goes from a number to a larger one, not from 2 to 1"},
    {"'given':{'v':[1,2]},'steps':[{'plot':{'y':[]}}]",
     "1 to 8 lines, not 0: name a value in \"y\""},
    {"'given':{'v':[1,2],'w':[1]},'steps':[{'table':['v','w']}]",
     "a column is a vector as long as the others, but w is a vector of 1"},
    {"'steps':[{'zoom':['g'],'compute':'y = 1'}]", "g is not a function of this lesson"},
    {"'steps':[{'compute':'y = 1','stated':{'by':'me','values':1,'no':2}}]", "no key 'no' here"},
    {"'steps':[{'compute':['y = 1','z = 2'],'stated':{'by':'me','values':1}}]",
     "\"stated\" is about one name: the step must compute or show just one"},
    {"'steps':[{'compute':'y = 1','stated':{'by':'me','shape':[1,2,3]}}]",
     "\"shape\" has one or two sides"},
    {"'sequences':{'s':['a']},'indices':{'i':'s'},'steps':[{'for':'i','steps':[],'table':'x'}]",
     "a step with \"for\" has \"steps\" and perhaps \"say\": move 'table' into one of its steps"},
    {"'sequences':{'s':['a']},'indices':{'i':'s'},'steps':[{'for':'i','steps':[{'for':'i',"
     "'steps':[]}]}]",
     "i runs already"},
    {"'given':{'x':1},'steps':[{'show':'y = x'}]", "expected a formula without '='"},
    {"'given':{'x':1},'steps':[{'show':'2 x = y'}]", "expected a formula without '='"},
    {"'given':{'x':1},'steps':[{'show':'x, x'}]",
     "',' belongs only between the values of a function or in brackets: [a, b]"},
    {"'given':{'x':1},'steps':[{'check':'2 x = 2'}]", "a check compares with =="},
    {"'given':{'x':1},'steps':[],'vary':{'check':'x = 1'}", "a check compares with =="},
    {"'given':{'x':1},'steps':[{'check':'x > y'}]", "nothing gives or computes it"},

    /* formulas at work */
    {"'given':{'x':1},'steps':[{'compute':'y = x_{q-1}'}]", "q is not an index or length here"},
    {"'given':{'x':1},'steps':[{'compute':'y = Σ_q x'}]", "q is not an index"},
    {"'sequences':{'s':['a']},'indices':{'i':'s'},'given':{'x_i':[1]},'steps':[{'for':'i',"
     "'steps':[{'compute':'y_i = ∂x_1/∂i'}]}]",
     "i is a letter: nothing depends on it"},
    {"'sequences':{'s':['a','b']},'indices':{'i':'s'},'given':{'A_i':[[[1]],[[2]]]},"
     "'steps':[{'compute':'y = A'}]",
     "A means several matrices here"},
    {"'sequences':{'s':['a','b']},'indices':{'i':'s'},'given':{'x_1':1},'steps':[{'compute':"
     "['x_3 = 2','y = x']}]",
     "x_2 is not computed yet, so x as a whole does not exist here"},
    {"'given':{'x_1':1},'steps':[{'compute':'x_{1,2} = 2'}]",
     "x has 1 subscript elsewhere, but 2 here"},
    {"'steps':[{'compute':'y = 1e39'}]", "this number is too large"},
    {"'given':{'v':[1e38,1e38]},'steps':[{'compute':'y = v · v'}]", "not a finite number"},
    {"'given':{'v':[1e38,1e38,3e38]},'steps':[{'compute':'y = sum(v)'}]", "not a finite number"},
    /* a mask that hides nothing does not excuse it */
    {"'given':{'M':[[-3e38],[-3e38]]},'steps':[{'compute':'y = sum(mask(M)ᵀ)'}]",
     "not a finite number"},
    {"'steps':[{'compute':['y = z','z = 1']}]", "z has no value here yet"},
    {"'given':{'v':[1,2]},'steps':[{'compute':'y = v_3'}]", "v: there is no element 3: it has 2"},
    {"'sequences':{'s':3},'indices':{'i':'s'},'given':{'v':[1,2]},'steps':[{'compute':"
     "'y_i = v_i'}]",
     "v: there is no element 3: it has 2, and s (3) is longer"},
    {"'define':{'f(x)':'x'},'steps':[{'compute':'a, b = f(1)'}]",
     "f returns 1 value, but there are 2 names on the left"},
    {"'define':{'f(x)':'x'},'steps':[{'compute':'a, b, c, d, e, g, h, k, l = f(1)'}]",
     "at most 8 names can be on the left"},
    {"'given':{'M':[[1,2]],'v':[1,2]},'steps':[{'compute':'y = ∂M/∂v'}]",
     "∂ of a 1×2 by a vector of 2 would have too many axes"},
    {"'given':{'h_0':1},'steps':[{'compute':'y = h'}]", "h has no element 1 … n to stack"},
    {"'given':{'x_1':1},'steps':[{'check':'x_3 > 1'}]", "x_3 is not computed yet"},
    {"'given':{'x':[[1,2],[3,4]]},'steps':[{'compute':'y = x','stated':{'by':'me','values':"
     "[[1,2]]}}]",
     "must be a 2×2"},
    {"'steps':[{'compute':'y = 1','stated':{'by':'me','shape':[0]}}]",
     "a side of \"shape\" must be a whole number"},
    {"'given':{'A':[[1,2],[3,4]]},'steps':[{'compute':'B = A','heatmap':{'of':'B','notes':['a',"
     "'b']}}]",
     "there are 2 notes for 1 map of B"},
    {"'sequences':{'s':2},'indices':{'i':'s'},'given':{'A':[[1,2],[3,4]]},'steps':[{'compute':"
     "'B_i = i · A','heatmap':{'of':'B_i','notes':['a']}}]",
     "there is 1 note for 2 maps of B_i"},
    {"'learned':{'W':{'array':'w.npy'}},'steps':[]",
     "a learned value cannot come from an \"array\""},
    {"'evaluate':{'examples':'x.tsv','inputs':['a','b','c','d','e','f','g','h','i'],'exact':'y'},"
     "'steps':[]",
     "an example has at most 8 inputs"},
    {"'evaluate':{'examples':{'corpus':'../c.json','n':3},'inputs':['a'],'exact':'y'},'steps':[]",
     "in the lesson's own folder"},
};

START_TEST(test_faults)
{
    const fault_case *c = &faults[_i];
    attn_status status = {0};
    attn_lesson *lesson = read_lesson(c->text, &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, NULL, &status) : NULL;
    ck_assert_msg(run == NULL, "%s: it runs", c->text);
    ck_assert_msg(strstr(status.message, c->message) != NULL, "%s: %s", c->text, status.message);
    ck_assert_msg(strncmp(status.file, folder, strlen(folder)) == 0, "%s: in %s", c->text,
                  status.file);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- values from files beside the lesson ---- */

typedef struct value_case {
    const char *text, *name;
    size_t rows, cols;
    double numbers[6];
} value_case;

static const value_case values[] = {
    {"'config':'c','expects':{'d':{'least':'2'},'none':{'least':'9'}},'given':{'x':[1]},'steps':[]",
     "x",
     1,
     1,
     {1}},
    {"'config':'c','expects':{'d':{'least':'3','if':'no'},'no':[false],'half':[null,0.5]},"
     "'given':{'x':[1]},'steps':[]",
     "x",
     1,
     1,
     {1}},
    {"'weights':'w','given':{'x':{'weights':'cube'}},'steps':[]", "x", 1, 2, {7, 8}},
    {"'weights':'w','given':{'x':{'weights':'block'}},'steps':[]", "x", 2, 2, {9, 10, 11, 12}},
    {"'config':'c','given':{'x':{'config':'list'}},'steps':[]", "x", 1, 2, {1, 2.5}},
    {"'config':'c','sequences':{'s':2},'indices':{'i':'s'},'given':{'x_i':{'config':'list'}},"
     "'steps':[{'compute':'r = 2 x_2'}]",
     "r",
     1,
     1,
     {5}},
    {"'config':['c','none','c2'],'given':{'x':{'config':'more * d'}},'steps':[]", "x", 1, 1, {6}},
    {"'config':'c','given':{'x':{'pixels':'p.png','grid':['one','d']}},'steps':[]",
     "x",
     2,
     3,
     {0.5, 0, 0, 1, 1, 1}},
    {"'given':{'x':{'pixels':'p.png','grid':[1,2]}},'steps':[]", "x", 2, 3, {0.5, 0, 0, 1, 1, 1}},
    {"'given':{'x':{'pixels':'p.png','grid':[3,1]}},'steps':[{'compute':['y = xᵀ','r = y_1']}]",
     "r",
     1,
     3,
     {0.5, 0.75, 1}},
    {"'given':{'x':{'pixels':'p.png','grid':[1,5]}},'steps':[{'compute':['y = xᵀ','r = y_1']}]",
     "r",
     1,
     5,
     {0.5, 0.5, 0.75, 1, 1}},
    {"'given':{'x':{'sound':'s.wav','rate':8000}},'steps':[]", "x", 1, 4, {0, 0.5, -0.5, 0.25}},
    {"'given':{'x':{'sound':'s.wav','rate':8000,'size':6}},'steps':[]",
     "x",
     1,
     6,
     {0, 0.5, -0.5, 0.25, 0, 0}},
    {"'given':{'x':{'sound':'s.wav','rate':8000,'size':2}},'steps':[]", "x", 1, 2, {0, 0.5}},
    {"'weights':'w','learned':{'W':{'random':[2,2]}},'steps':[]", "W", 2, 2, {1, 2, 3, 4}},
    {"'weights':'w','given':{'x':{'weights':'W','transposed':true}},'steps':[]",
     "x",
     2,
     2,
     {1, 3, 2, 4}},
    {"'weights':'w','given':{'x':{'weights':'b','part':[2,2]}},'steps':[]", "x", 1, 1, {6}},
    {"'weights':{'r':['w','w2']},'sequences':{'s':2},'indices':{'r':'s'},'learned':{'b_r':{'random'"
     ":"
     "[2]}},'steps':[]",
     "b",
     2,
     2,
     {5, 6, 15, 16}},
    {"'weights':{'r':['w','w2']},'sequences':{'s':2},'indices':{'r':'s'},'given':{'x_r':{'weights':"
     "'b','part':[2,2]}},'steps':[]",
     "x",
     2,
     1,
     {6, 16}},
    {"'config':'c','sequences':{'s':{'config':'d'}},'steps':[]", "s", 1, 2, {1, 2}},
    {"'config':'c','given':{'h':{'config':'half'}},'steps':[]", "h", 1, 1, {0.5}},
    {"'sequences':{'s':['a','b']},'indices':{'i':'s'},'given':{'x_1':7},'steps':[{'compute':"
     "['x_2 = 8']}]",
     "x",
     1,
     2,
     {7, 8}},
};

START_TEST(test_values)
{
    const value_case *c = &values[_i];
    attn_status status = {0};
    attn_options options = {.show_count = 1, .shows = &c->name};
    attn_lesson *lesson = read_lesson(c->text, &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, &options, &status) : NULL;
    ck_assert_msg(run != NULL, "%s: %s", c->text, status.message);
    const attn_tensor *x = attn_value(attn_run_record(run), attn_run_outcome(run)->shown[0].node);
    ck_assert_msg(x->rows == c->rows && x->cols == c->cols, "%s: %zu×%zu", c->text, x->rows,
                  x->cols);
    for (size_t i = 0; i < x->rows * x->cols; i++)
        ck_assert_msg(fabs((double)x->data[i] - c->numbers[i]) <= 1e-6, "%s: %g", c->text,
                      (double)x->data[i]);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* What a switch and a range say is checked, and changes nothing. */
START_TEST(test_extras)
{
    attn_status status = {0};
    attn_lesson *lesson = read_lesson("'given':{'x':1},'steps':[{'compute':'y = f(x)'}],"
                                      "'define':{'f(a)':'2 a'},'switches':{'three':['f(a) = 3 a',"
                                      "'y = 4']},'vary':{'x':{'integers':[-2,2]}}",
                                      &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    attn_run *run = attn_lesson_run(lesson, NULL, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    const attn_made *made = attn_run_outcome(run)->moments[0].made;
    ck_assert(attn_value(attn_run_record(run), made->node)->data[0] == 2);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* A vocabulary of a file: the line is told where it is too long, the file where it is empty. */
START_TEST(test_vocabularies)
{
    static const struct {
        int zeros; /* in the second line */
        const char *message;
        size_t line;
    } cases[] = {{256, NULL, 0},
                 {257, "a word has at most 256 bytes", 2},
                 {-1, "the vocabulary is empty", 0}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[300];
        attn_status status = {0};
        int length =
            cases[i].zeros < 0 ? 0 : snprintf(text, sizeof text, "a\n%0*d\n", cases[i].zeros, 0);
        unit_write(path_of("v"), text, (size_t)length);
        attn_lesson *lesson = read_lesson("'sequences':{'s':{'file':'v'}},'steps':[]", &status);
        attn_run *run = lesson ? attn_lesson_run(lesson, NULL, &status) : NULL;
        ck_assert_msg((run == NULL) == (cases[i].message != NULL), "%s", status.message);
        if (cases[i].message) {
            ck_assert_str_eq(status.message, cases[i].message);
            ck_assert_str_eq(status.file, path_of("v"));
            ck_assert_uint_eq(status.line, cases[i].line);
        }
        attn_run_free(run);
        attn_lesson_free(lesson);
    }
    unit_write(path_of("v"), "the\ncat\n", 8);
}
END_TEST

/* ---- what the reader asks for ---- */

/* Names that were asked for in one run are names of the lesson in the next, when the first is gone.
 */
START_TEST(test_asked_twice)
{
    static const char *const shows[] = {"x"}, *const sets[] = {"x_1 = 5"};
    attn_status status = {0};
    attn_lesson *lesson = read_lesson(
        "'sequences':{'s':['a','b']},'indices':{'i':'s'},'steps':[{'compute':'x_i = i'}]", &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    attn_options options = {.show_count = 1, .shows = shows, .set_count = 1, .sets = sets};
    for (int i = 0; i < 3; i++) {
        attn_run *run = attn_lesson_run(lesson, i == 1 ? NULL : &options, &status);
        ck_assert_msg(run != NULL, "%s", status.message);
        ck_assert_str_eq(attn_scope_family(attn_run_scope(run), 1)->name, "x");
        ck_assert_str_eq(attn_scope_family(attn_run_scope(run), 0)->name, "s");
        attn_run_free(run);
    }
    attn_lesson_free(lesson);
}
END_TEST

/* What if one element were another, of a formula that is computed for all of them at once. */
START_TEST(test_set_one_of_all)
{
    static const char *const sets[] = {"e_2 = 9"};
    attn_status status = {0};
    attn_options options = {.set_count = 1, .sets = sets};
    attn_lesson *lesson =
        read_lesson("'sequences':{'s':2},'indices':{'i':'s'},'given':{'h_i':[[1,2],[3,4]],"
                    "'q':[1,1]},'steps':[{'compute':['e_i = q · h_i','y = sum(e)']}]",
                    &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    attn_at_once_elements = 1;
    for (int i = 0; i < 2; i++) {
        attn_run *run = attn_lesson_run(lesson, i == 0 ? &options : NULL, &status);
        ck_assert_msg(run != NULL, "%s", status.message);
        const attn_family *y = attn_scope_find(attn_run_scope(run), "y");
        float sum = attn_value(attn_run_record(run), y->elements[0].node)->data[0];
        ck_assert_msg(sum == (i == 0 ? 12 : 10), "%g", (double)sum);
        attn_run_free(run);
    }
    attn_lesson_free(lesson);
}
END_TEST

static const struct {
    attn_options options;
    const char *message;
} asked[] = {
    {{.input_count = 1, .inputs = (const char *const[]){"t", "a b"}},
     "this lesson has no input 't'"},
    {{.set_count = 1, .sets = (const char *const[]){"x_i = 1"}}, "write a number in place of i"},
    {{.set_count = 1, .sets = (const char *const[]){"x, y = 1"}},
     "': replace one number, as in e_{1,2} = 2.0"},
    {{.set_count = 1, .sets = (const char *const[]){"z = 1"}}, "the lesson computes no z"},
    {{.set_count = 1, .sets = (const char *const[]){"x_1 = y"}},
     "': expected a number on the right, as in e_{1,2} = 2.0"},
    {{.set_count = 1, .sets = (const char *const[]){"x_9 = 1"}}, "x_9 is not a single number"},
    {{.arithmetic_count = 1, .arithmetics = (const char *const[]){"big"}},
     "this names more than 64 numbers: ask for one of them, with its subscripts"},
    {{.sentence = "one \xFF"}, "the sentence is not UTF-8 at byte 5"},
    {{.zoom_count = 1, .zooms = (const char *const[]){"softmax"}}, "softmax is built in"},
};

static const char asking[] =
    "'sequences':{'s':{'input':'s','default':'a b'}},'indices':{'i':'s'},"
    "'lengths':{'n':'s'},'given':{'big':{'fill':1,'size':[65]},'K':[[1,2],[3,4]]},"
    "'steps':[{'compute':'x_i = i'},{'compute':'y = softmax(x)'}]";

START_TEST(test_asked_wrongly)
{
    attn_status status = {0}, second = {0};
    attn_lesson *lesson = read_lesson(asking, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    ck_assert_ptr_null(attn_lesson_run(lesson, &asked[_i].options, &second));
    ck_assert_msg(strstr(second.message, asked[_i].message) != NULL, "%s", second.message);
    attn_lesson_free(lesson);
}
END_TEST

static const struct {
    const char *asked;
    size_t count;
    const char *last;
} numbers_asked[] = {
    {"x", 2, "x_2"},         {"x_{n-1}", 1, "x_1"},     {"K", 4, "K_{2,2}"},
    {"K_{1}", 2, "K_{1,2}"}, {"K_{2,1}", 1, "K_{2,1}"}, {"x + 1", 2, "x + 1"},
};

START_TEST(test_numbers_asked)
{
    attn_status status = {0};
    attn_options options = {.arithmetic_count = 1, .arithmetics = &numbers_asked[_i].asked};
    attn_lesson *lesson = read_lesson(asking, &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, &options, &status) : NULL;
    ck_assert_msg(run != NULL, "%s: %s", numbers_asked[_i].asked, status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->asked_count, numbers_asked[_i].count);
    ck_assert_str_eq(attn_run_outcome(run)->asked[attn_run_outcome(run)->asked_count - 1].label,
                     numbers_asked[_i].last);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* An input has its name, and another word count than the lesson's own words. */
START_TEST(test_input_by_name)
{
    attn_status status = {0};
    attn_options options = {.input_count = 1,
                            .inputs = (const char *const[]){"s", "one two three"}};
    attn_lesson *lesson = read_lesson(asking, &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, &options, &status) : NULL;
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_scope_find(attn_run_scope(run), "x")->element_count, 3);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* The reader's picture stands in the place of the lesson's, also under the maps drawn over it. */
START_TEST(test_input_of_a_picture)
{
    attn_status status = {0};
    char white[128];
    attn_options options = {.input_count = 1, .inputs = (const char *const[]){"mine", white}};
    snprintf(white, sizeof white, "%s", path_of("q.png"));
    attn_lesson *lesson =
        read_lesson("'given':{'x':{'pixels':'p.png','input':'mine','grid':[1,2]}},'steps':["
                    "{'heatmap':{'of':['x_1','x_2'],'over':'p.png'}},"
                    "{'heatmap':{'of':'x','over':'q.png'}}]",
                    &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, &options, &status) : NULL;
    ck_assert_msg(run != NULL, "%s", status.message);
    const attn_map *map = &attn_run_outcome(run)->moments[0].maps[0];
    ck_assert(attn_value(attn_run_record(run), map->node)->data[1] == 1.0f);
    ck_assert_uint_eq(map->over->pixels[0], 255);
    ck_assert_uint_eq(attn_run_outcome(run)->moments[1].maps[0].over->pixels[0], 255);
    ck_assert(attn_run_outcome(run)->changed);
    attn_run_free(run);
    run = attn_lesson_run(lesson, NULL, &status);
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_ne(attn_run_outcome(run)->moments[0].maps[0].over->pixels[0], 255);
    ck_assert_uint_eq(attn_run_outcome(run)->moments[1].maps[0].over->pixels[0], 255);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* Maps over one picture are known by it, whatever else was read between them. */
START_TEST(test_maps_share_a_picture)
{
    attn_status status = {0};
    attn_lesson *lesson = read_lesson("'given':{'x':{'pixels':'p.png','grid':[1,2]}},'steps':["
                                      "{'heatmap':{'of':'x','over':'p.png'}},"
                                      "{'heatmap':{'of':'x','over':'q.png'}},"
                                      "{'heatmap':{'of':'x','over':'p.png'}}]",
                                      &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, NULL, &status) : NULL;
    ck_assert_msg(run != NULL, "%s", status.message);
    const attn_picture *first = attn_run_outcome(run)->moments[0].maps[0].over;
    ck_assert_ptr_ne(attn_run_outcome(run)->moments[1].maps[0].over, first);
    ck_assert_ptr_eq(attn_run_outcome(run)->moments[2].maps[0].over, first);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* A picture that cannot be opened is told by its own name. A name without a folder is a file, never
 * what the program carries. */
START_TEST(test_input_of_no_picture)
{
    attn_status status = {0};
    attn_options options = {.input_count = 1,
                            .inputs = (const char *const[]){"picture", "dog.png"}};
    attn_lesson *lesson = attn_lesson_read("soft-attention", true, &status);
    ck_assert_msg(lesson != NULL, "%s", status.message);
    ck_assert_ptr_null(attn_lesson_run(lesson, &options, &status));
    ck_assert_msg(strstr(status.message, "the file cannot be opened") != NULL, "%s",
                  status.message);
    ck_assert_str_eq(status.file, "./dog.png");
    attn_lesson_free(lesson);
}
END_TEST

static const struct {
    const char *shown, *label;
    size_t count;
} labels[] = {
    {"2 x_{n-1}", "2 x_{n-1}", 1},
    {"mixed", "mixed_1", 2},
    {"x + 0.00000000000000000001 + 0.00000000000000000001 + 0.00000000000000000001 + "
     "0.00000000000000000001 + 0.00000000000000000001",
     "x + 0.00000000000000000001 + 0.00000000000000000001 + 0.00000000000000000001 + "
     "0.00000000000000000001 + 0.00000000000000…",
     1},
};

/* How what was asked for is called; elements of several shapes are shown one by one. */
START_TEST(test_labels)
{
    attn_status status = {0};
    attn_options options = {.show_count = 1, .shows = &labels[_i].shown};
    attn_lesson *lesson =
        read_lesson("'sequences':{'s':['a','b']},'indices':{'i':'s'},'lengths':{'n':'s'},'given':{"
                    "'mixed_1':1,'mixed_2':[1,2]},'steps':[{'compute':'x_i = i'}]",
                    &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, &options, &status) : NULL;
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->shown_count, labels[_i].count);
    ck_assert_str_eq(attn_run_outcome(run)->shown[0].label, labels[_i].label);
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* ---- limits, and documents that are no lesson ---- */

static void expect_fault(const char *whole, bool is_lesson, const char *message)
{
    attn_status status = {0};
    unit_write_text(path_of("lesson.json"), whole);
    attn_lesson *lesson = attn_lesson_read(path_of("lesson.json"), false, &status);
    ck_assert_msg((lesson != NULL) == is_lesson, "%s", status.message);
    if (lesson) ck_assert_ptr_null(attn_lesson_run(lesson, NULL, &status));
    ck_assert_msg(strstr(status.message, message) != NULL, "%s", status.message);
    attn_lesson_free(lesson);
}

START_TEST(test_no_lesson)
{
    attn_status status = {0};
    expect_fault("{\"title\":\"T\",\"steps\":[]}", false, "this is not a lesson");
    expect_fault("[]", false, "a lesson is an object");
    expect_fault("{\"attnviz\":1,\"title\":\"T\"}", false, "a lesson needs a \"steps\"");
    expect_fault("{\"attnviz\":2,\"title\":\"T\",\"steps\":[]}", false, "must be 1");
    ck_assert_ptr_null(attn_lesson_read("none", true, &status));
    ck_assert_msg(strstr(status.message, "the library carries no lesson 'none'") != NULL, "%s",
                  status.message);
}
END_TEST

/* The 4097th number, the 65th letter. */
START_TEST(test_too_many)
{
    static const char begins[] =
        "{\"attnviz\":1,\"title\":\"T\",\"steps\":[],\"sequences\":{\"s\":";
    attn_text text = {0};
    attn_text_print(&text, "%s[0", begins);
    attn_text_repeat(&text, ",0", 4096);
    attn_text_add(&text, "]}}");
    expect_fault(attn_text_string(&text), true, "a sequence has at most 4096 numbers");
    attn_text_clear(&text);
    attn_text_print(&text, "%s2},\"indices\":{", begins);
    for (unsigned i = 0; i < 65; i++) {
        unsigned code = 0x4E00 + i; /* ideographs are letters too */
        attn_text_print(&text, "%s\"%c%c%c\":\"s\"", i ? "," : "", (char)(0xE0 | code >> 12),
                        (char)(0x80 | (code >> 6 & 0x3F)), (char)(0x80 | (code & 0x3F)));
    }
    attn_text_add(&text, "}}");
    expect_fault(attn_text_string(&text), false, "at most 64 index and length letters");
    attn_text_free(&text);
}
END_TEST

/* The 4097th word, a word of 257 bytes, and 160 million bytes of prose. */
START_TEST(test_too_long)
{
    static const char begins[] = "{\"attnviz\":1,\"title\":\"T\",\"sequences\":{\"s\":";
    attn_text text = {0};
    attn_text_print(&text, "%s{\"input\":\"s\",\"default\":\"", begins);
    attn_text_repeat(&text, "a ", 4097);
    attn_text_add(&text, "\"}},\"steps\":[]}");
    expect_fault(attn_text_string(&text), true, "a sequence has at most 4096 words");
    attn_text_clear(&text);
    attn_text_print(&text, "%s[\"", begins);
    attn_text_repeat(&text, "a", 257);
    attn_text_add(&text, "\"]},\"steps\":[]}");
    expect_fault(attn_text_string(&text), true, "a word has at most 256 bytes");
    attn_text_clear(&text);
    attn_text_print(&text,
                    "%s4096},\"indices\":{\"i\":\"s\"},\"steps\":[{\"for\":\"i\",\"steps\":["
                    "{\"say\":\"",
                    begins);
    attn_text_repeat(&text, "a", 40000);
    attn_text_add(&text, "\"}]}]}");
    expect_fault(attn_text_string(&text), true,
                 "this prose (40000 bytes) would exceed the budget of work");
    attn_text_free(&text);
}
END_TEST

/* Calls inside calls, each inside many parentheses. */
START_TEST(test_too_deep)
{
    attn_text text = {0};
    attn_text_add(&text, "{\"attnviz\":1,\"title\":\"T\",\"define\":{\"f_0(x)\":\"x\"");
    for (int i = 1; i < 60; i++) {
        attn_text_print(&text, ",\"f_%d(x)\":\"", i);
        attn_text_repeat(&text, "(", 40);
        attn_text_print(&text, "f_%d(x)", i - 1);
        attn_text_repeat(&text, ")", 40);
        attn_text_add(&text, "\"");
    }
    attn_text_add(&text, "},\"steps\":[{\"compute\":\"y = f_59(1)\"}]}");
    expect_fault(attn_text_string(&text), true, "more than 2000");
    attn_text_free(&text);
}
END_TEST

/* Words for one turn of a loop are said in that turn alone. */
START_TEST(test_said_once)
{
    attn_status status = {0};
    attn_lesson *lesson = read_lesson("'sequences':{'s':2},'indices':{'i':'s'},'steps':[{'for':'i',"
                                      "'steps':[{'say':{'2':'second'},'compute':'x_i = i'}]}]",
                                      &status);
    attn_run *run = lesson ? attn_lesson_run(lesson, NULL, &status) : NULL;
    ck_assert_msg(run != NULL, "%s", status.message);
    ck_assert_uint_eq(attn_run_outcome(run)->moments[1].piece_count, 0);
    ck_assert_uint_eq(attn_run_outcome(run)->moments[2].piece_count, 1);
    ck_assert_str_eq(attn_run_outcome(run)->moments[2].pieces[0].text, "second");
    attn_run_free(run);
    attn_lesson_free(lesson);
}
END_TEST

/* What no lesson file can say: a function without a line. */
START_TEST(test_no_body)
{
    attn_status status = {0};
    attn_arena *arena = attn_arena_new(&status);
    attn_scope *scope = attn_scope_new(arena);
    ck_assert(attn_scope_declare_function(scope, "f(x)", false));
    ck_assert(!attn_scope_define_function(scope, "f(x)", NULL, NULL, 0, false));
    ck_assert_str_eq(status.message, "f has no formula");
    attn_arena_free(arena);
}
END_TEST

static Suite *lesson_suite(void)
{
    Suite *suite = suite_create("lesson_faults");
    TCase *cases = tcase_create("lesson");
    tcase_add_unchecked_fixture(cases, open_folder, close_folder);
    tcase_set_timeout(cases, 30);
    tcase_add_loop_test(cases, test_faults, 0, COUNT(faults));
    tcase_add_loop_test(cases, test_values, 0, COUNT(values));
    tcase_add_test(cases, test_extras);
    tcase_add_test(cases, test_vocabularies);
    tcase_add_test(cases, test_asked_twice);
    tcase_add_test(cases, test_set_one_of_all);
    tcase_add_loop_test(cases, test_asked_wrongly, 0, COUNT(asked));
    tcase_add_loop_test(cases, test_numbers_asked, 0, COUNT(numbers_asked));
    tcase_add_test(cases, test_input_by_name);
    tcase_add_test(cases, test_input_of_a_picture);
    tcase_add_test(cases, test_maps_share_a_picture);
    tcase_add_test(cases, test_input_of_no_picture);
    tcase_add_loop_test(cases, test_labels, 0, COUNT(labels));
    tcase_add_test(cases, test_no_lesson);
    tcase_add_test(cases, test_too_many);
    tcase_add_test(cases, test_too_long);
    tcase_add_test(cases, test_too_deep);
    tcase_add_test(cases, test_said_once);
    tcase_add_test(cases, test_no_body);
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    return unit_run(lesson_suite());
}
