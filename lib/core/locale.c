/*
 * locale: switches the thread's locale to C and back.
 */
#include "core/locale.h"

locale_t attn_locale_enter(void)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return plain == (locale_t)0 ? plain : uselocale(plain);
}

void attn_locale_leave(locale_t before)
{
    freelocale(uselocale(before));
}
