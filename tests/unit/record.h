/*
 * record: a record for one test, opened and closed around it.
 */
#ifndef ATTN_UNIT_RECORD_H
#define ATTN_UNIT_RECORD_H

#include "record/record.h"
#include "unit.h"

static attn_status status;
static attn_record *record;

static void open_record(void)
{
    status = (attn_status){0};
    record = attn_record_new(&status);
    ck_assert_ptr_nonnull(record);
}

static void close_record(void)
{
    attn_record_free(record);
}

#endif
