/*
 * completion: writes what a shell completes, for bash, zsh and fish. What may stand in a place is
 * read from the word that help shows for it: "text|json" are choices, "LESSON" is a name, "CORPUS"
 * another, "TERM" one of the glossary, "FILE.json" a lesson file, "FILE" any file.
 */
#include "completion.h"

#include <string.h>

#include "options.h"

typedef struct place {                /* what may stand there */
    const char *choices;              /* "text|json"; NULL: none */
    const char *(*name_at)(size_t i); /* of lessons, corpora, commands; NULL: of none */
    bool terms;                       /* of the glossary */
    bool lesson_files;
    bool files; /* of any kind */
} place;

static const char *command_name(size_t i)
{
    const cli_command *command = cli_command_at(i);
    return command ? command->name : NULL;
}

static place operand_place(const cli_command *command)
{
    const char *words = command->operands;
    bool lessons = strstr(words, "LESSON") != NULL;
    bool texts = strstr(words, ".txt") != NULL || strstr(words, "| FILE …") != NULL;
    bool corpora = strstr(words, "CORPUS") != NULL;
    return (place){.name_at = lessons                    ? attnviz_carried_name
                              : corpora                  ? attnviz_corpus_name
                              : strstr(words, "COMMAND") ? command_name
                                                         : NULL,
                   .terms = strstr(words, "TERM") != NULL,
                   .lesson_files = lessons && !texts,
                   .files = texts || corpora};
}

static place value_place(const cli_option *option)
{
    bool lessons = option->kind->completes == CLI_LESSONS;
    return (place){.choices = strchr(option->argument, '|') ? option->argument : NULL,
                   .name_at = lessons ? attnviz_carried_name : NULL,
                   .lesson_files = lessons,
                   .files = option->kind->completes == CLI_FILES};
}

/* The options of the command, then --help; NULL at the end. */
static const cli_option *option_at(const cli_command *command, size_t i)
{
    static const cli_option help = {"--help", 'h', &cli_flag, .help = "prints a summary"};
    const cli_option *option = cli_option_at(command, i);
    bool first = option == NULL && (i == 0 || cli_option_at(command, i - 1) != NULL);
    return first ? &help : option;
}

static void add_word(attn_text *out, const char *word)
{
    attn_text_print(out, "%s ", word);
}

/* A name of the glossary, if it needs no quotes in any shell. */
static void add_term(void *user, const char *name)
{
    if (strpbrk(name, " ;[]<>(){}|&$*?#~!'\"\\`") == NULL) add_word(user, name);
}

/* The words that may stand there, as far as they are known by now, each with a space behind. */
static void add_words(attn_text *out, place p)
{
    for (const char *c = p.choices; c != NULL && *c != '\0'; c++) {
        attn_text_add_bytes(out, *c == '|' ? " " : c, 1);
    }
    for (size_t i = 0; p.name_at && p.name_at(i) != NULL; i++) add_word(out, p.name_at(i));
    if (p.terms && !attnviz_glossary_names(add_term, out, NULL)) out->failed = true;
}

/* Text for inside '…': `quote` in place of a quote, a backslash before the characters `marked`. */
static void add_quoted(attn_text *out, const char *text, const char *quote, const char *marked)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            attn_text_add(out, quote);
            continue;
        }
        if (strchr(marked, *text) != NULL) attn_text_add(out, "\\");
        attn_text_add_bytes(out, text, 1);
    }
}

/* ---- bash ---- */

static const char bash_head[] =
    "# Completion of attnviz for bash, made by 'attnviz help --completion bash'.\n"
    "\n"
    "# the words of a list that start with what is typed\n"
    "_attnviz_words()\n"
    "{\n"
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W \"$1\" -- \"$typed\")\n"
    "}\n"
    "\n"
    "# the files whose names end in this, and the folders\n"
    "_attnviz_files()\n"
    "{\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(\n"
    "        compgen -d -- \"$typed\"\n"
    "        compgen -f -- \"$typed\" | while IFS= read -r file; do\n"
    "            if [[ ! -d $file && $file == *$1 ]]; then printf '%s\\n' \"$file\"; fi\n"
    "        done)\n"
    "}\n"
    "\n"
    "_attnviz()\n"
    "{\n"
    "    local typed=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command=${COMP_WORDS[1]} front= options=yes i\n"
    "    COMPREPLY=()\n"
    "    # \"--color=al\" comes as three words, or as one where '=' does not divide words\n"
    "    if [[ $typed == --*=* ]]; then\n"
    "        before=${typed%%=*} typed=${typed#*=}\n"
    "        front=$before=\n"
    "    elif [[ $typed == '=' ]]; then\n"
    "        typed=\n"
    "    elif [[ $before == '=' && $COMP_CWORD -gt 2 ]]; then\n"
    "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "        if [[ ${COMP_WORDS[i]} == -- ]]; then options=no before=; fi\n"
    "    done\n"
    "    if [[ $COMP_CWORD -eq 1 ]]; then command= before=; fi\n"
    "    case $command:$before in\n";

static const char bash_tail[] =
    "    esac\n"
    "    if [[ $front ]]; then COMPREPLY=(\"${COMPREPLY[@]/#/$front}\"); fi\n"
    "}\n"
    "complete -F _attnviz attnviz\n";

static void add_bash_place(attn_text *out, place p)
{
    if (p.choices || p.name_at || p.terms) {
        attn_text_add(out, " _attnviz_words '");
        add_words(out, p);
        attn_text_add(out, "';");
    }
    if (p.files) attn_text_add(out, " _attnviz_files '';");
    if (p.lesson_files) attn_text_add(out, " _attnviz_files .json;");
}

static void add_bash_values(attn_text *out, const cli_command *command, const cli_option *option)
{
    if (option->argument == NULL) return;
    attn_text_print(out, "    %s:%s", command->name, option->name);
    if (option->letter) attn_text_print(out, " | %s:-%c", command->name, option->letter);
    attn_text_add(out, ")");
    add_bash_place(out, value_place(option));
    attn_text_add(out, " ;;\n");
}

static void add_bash_command(attn_text *out, const cli_command *command)
{
    const cli_option *option;
    for (size_t i = 0; (option = option_at(command, i)) != NULL; i++) {
        add_bash_values(out, command, option);
    }
    attn_text_print(out,
                    "    %s:*)\n"
                    "        if [[ $options == yes && $typed == -* ]]; then\n"
                    "            _attnviz_words '",
                    command->name);
    for (size_t i = 0; (option = option_at(command, i)) != NULL; i++) {
        if (option->letter) attn_text_print(out, "-%c ", option->letter);
        add_word(out, option->name);
    }
    attn_text_add(out, "'\n        else\n            :;");
    add_bash_place(out, operand_place(command));
    attn_text_add(out, "\n        fi ;;\n");
}

void cli_completion_bash(attn_text *out)
{
    attn_text_add(out, bash_head);
    attn_text_add(out, "    :) _attnviz_words '-h --help --version ");
    add_words(out, (place){.name_at = command_name});
    attn_text_add(out, "' ;;\n");
    for (size_t i = 0; cli_command_at(i) != NULL; i++) add_bash_command(out, cli_command_at(i));
    attn_text_add(out, bash_tail);
}

/* ---- zsh ---- */

static const char zsh_head[] =
    "_attnviz()\n"
    "{\n"
    "    local curcontext=$curcontext state line\n"
    "    local -A opt_args\n"
    "    local -a commands\n"
    "    _arguments -C '(- :)'{-h,--help}'[lists the commands]' \\\n"
    "        '(- :)--version[prints the version]' '1:command:->command' '*::word:->word' && "
    "return\n"
    "    if [[ $state == command ]]; then\n"
    "        commands=(\n";

static const char zsh_tail[] =
    "    esac\n"
    "}\n"
    "\n"
    "if [[ $funcstack[1] == _attnviz ]]; then _attnviz \"$@\"; else compdef _attnviz attnviz; fi\n";

static void add_zsh_text(attn_text *out, const char *text)
{
    add_quoted(out, text, "'\\''", "[]:\\");
}

/* ":what:how", as _arguments wants it. */
static void add_zsh_place(attn_text *out, const char *what, place p)
{
    attn_text_add(out, ":");
    add_zsh_text(out, what);
    attn_text_add(out, ":");
    if (p.name_at == attnviz_carried_name) {
        attn_text_add(out, p.files ? "_attnviz_lessons_or_files" : "_attnviz_lessons");
    } else if (p.name_at == attnviz_corpus_name) {
        attn_text_add(out, "_attnviz_corpora");
    } else if (p.files) {
        attn_text_add(out, "_files");
    } else if (p.choices || p.name_at || p.terms) {
        attn_text_add(out, "(");
        add_words(out, p);
        attn_text_add(out, ")");
    } else {
        attn_text_add(out, " "); /* nothing can be completed: only `what` is shown */
    }
}

/* A function that offers these names ("lessons:lesson"), and these files. */
static void add_zsh_names(attn_text *out, const char *function, const char *what, place names,
                          const char *files)
{
    attn_text_print(out, "%s()\n{\n    _alternative '%s:(", function, what);
    add_words(out, names);
    attn_text_print(out, ")' 'files:file:%s'\n}\n\n", files);
}

static void add_zsh_option(attn_text *out, const cli_option *option)
{
    const char *takes = option->argument ? "=" : "", *glued = option->argument ? "+" : "";
    attn_text_add(out, " \\\n            '");
    if (option->kind->repeats) attn_text_add(out, "*");
    if (option->letter) {
        attn_text_print(out, "(-%c %s)'{-%c%s,%s%s}'[", option->letter, option->name,
                        option->letter, glued, option->name, takes);
    } else {
        attn_text_print(out, "%s%s[", option->name, takes);
    }
    add_zsh_text(out, option->help);
    attn_text_add(out, "]");
    if (option->argument) add_zsh_place(out, option->argument, value_place(option));
    attn_text_add(out, "'");
}

static void add_zsh_command(attn_text *out, const cli_command *command)
{
    const cli_option *option;
    attn_text_print(out, "    %s)\n        _arguments -S", command->name);
    for (size_t i = 0; (option = option_at(command, i)) != NULL; i++) add_zsh_option(out, option);
    if (command->operands[0]) {
        attn_text_add(out,
                      command->most_operands == 1 ? " \\\n            '1" : " \\\n            '*");
        add_zsh_place(out, "word", operand_place(command));
        attn_text_add(out, "'");
    }
    attn_text_add(out, " ;;\n");
}

void cli_completion_zsh(attn_text *out)
{
    const cli_command *command;
    attn_text_add(out, "#compdef attnviz\n"
                       "# Completion of attnviz for zsh, made by 'attnviz help --completion zsh'.\n"
                       "\n");
    const place lessons = {.name_at = attnviz_carried_name};
    const place corpora = {.name_at = attnviz_corpus_name};
    add_zsh_names(out, "_attnviz_lessons", "lessons:lesson", lessons, "_files -g \"*.json\"");
    add_zsh_names(out, "_attnviz_lessons_or_files", "lessons:lesson", lessons, "_files");
    add_zsh_names(out, "_attnviz_corpora", "corpora:corpus", corpora, "_files");
    attn_text_add(out, zsh_head);
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        attn_text_print(out, "            '%s:", command->name);
        add_zsh_text(out, command->summary);
        attn_text_add(out, "'\n");
    }
    attn_text_add(out, "        )\n        _describe command commands\n        return\n    fi\n"
                       "    case $words[1] in\n");
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) add_zsh_command(out, command);
    attn_text_add(out, zsh_tail);
}

/* ---- fish ---- */

static const char fish_head[] =
    "# Completion of attnviz for fish, made by 'attnviz help --completion fish'.\n"
    "\n"
    "function __attnviz_command --description 'the command is this one; without one: it is to "
    "come'\n"
    "    set -l words (commandline -opc) ''\n"
    "    test \"$words[2]\" = \"$argv[1]\"\n"
    "end\n"
    "\n"
    "function __attnviz_lesson_files --description 'files that end in .json, and folders'\n"
    "    __fish_complete_path (commandline -ct | string replace -r '^--?[a-z]+=' '') |\n"
    "        string match -r '^[^\\t]*(?:\\.json|/)(?:\\t.*)?$'\n"
    "end\n"
    "\n"
    "complete -c attnviz -f\n"
    "complete -c attnviz -n \"__attnviz_command ''\" -s h -l help -d 'lists the commands'\n"
    "complete -c attnviz -n \"__attnviz_command ''\" -l version -d 'prints the version'\n";

static void add_fish_start(attn_text *out, const char *command)
{
    attn_text_print(out, "complete -c attnviz -n '__attnviz_command %s'", command);
}

static void add_fish_place(attn_text *out, place p)
{
    if (p.choices || p.name_at || p.terms || p.lesson_files) {
        attn_text_add(out, " -k -a '");
        add_words(out, p);
        if (p.lesson_files) attn_text_add(out, "(__attnviz_lesson_files)");
        attn_text_add(out, "'");
    }
    if (p.files) attn_text_add(out, " -F");
}

static void add_fish_option(attn_text *out, const char *command, const cli_option *option)
{
    add_fish_start(out, command);
    if (option->letter) attn_text_print(out, " -s %c", option->letter);
    attn_text_print(out, " -l %s", option->name + strlen("--"));
    if (option->argument) {
        place p = value_place(option);
        attn_text_add(out, p.files ? " -r" : " -x");
        add_fish_place(out, p);
    }
    attn_text_add(out, " -d '");
    add_quoted(out, option->help, "\\'", "\\");
    attn_text_add(out, "'\n");
}

static void add_fish_command(attn_text *out, const cli_command *command)
{
    const cli_option *option;
    attn_text_print(out, "\ncomplete -c attnviz -n \"__attnviz_command ''\" -a %s -d '",
                    command->name);
    add_quoted(out, command->summary, "\\'", "\\");
    attn_text_add(out, "'\n");
    for (size_t i = 0; (option = option_at(command, i)) != NULL; i++) {
        add_fish_option(out, command->name, option);
    }
    if (!command->operands[0]) return;
    add_fish_start(out, command->name);
    add_fish_place(out, operand_place(command));
    attn_text_add(out, "\n");
}

void cli_completion_fish(attn_text *out)
{
    attn_text_add(out, fish_head);
    for (size_t i = 0; cli_command_at(i) != NULL; i++) add_fish_command(out, cli_command_at(i));
}
