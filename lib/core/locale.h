/*
 * locale: numbers with '.' and messages in English, whatever locale the program has chosen.
 */
#ifndef ATTN_CORE_LOCALE_H
#define ATTN_CORE_LOCALE_H

#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

/* This thread is in "C" until attn_locale_leave, which takes what is given here: the locale it was
 * in. (locale_t)0: there is no memory for it, and nothing has changed. */
locale_t attn_locale_enter(void);
void attn_locale_leave(locale_t before);

#endif
