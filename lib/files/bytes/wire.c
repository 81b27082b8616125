/*
 * wire: a field is a number, whose low three bits are the kind and whose others are the field's,
 * and a value. A number is written in groups of seven bits, the lowest first; each byte but the
 * last has its top bit set.
 */
#include "files/bytes/wire.h"

#include <stdint.h>
#include <string.h>

static bool refuse(attn_wire *wire, const char *wrong)
{
    wire->wrong = wrong;
    return false;
}

static bool take_number(attn_wire *wire, uint64_t *number)
{
    enum { MOST_BYTES = 10 };
    *number = 0;
    for (unsigned i = 0; i < MOST_BYTES && wire->at < wire->bytes.length; i++) {
        const unsigned char byte = (unsigned char)wire->bytes.bytes[wire->at++];
        *number |= (uint64_t)(byte & 0x7F) << (7 * i);
        if (byte < 0x80) return true;
    }
    return refuse(wire, wire->at < wire->bytes.length ? "a number has more than ten bytes"
                                                      : "the file ends within a number");
}

static bool take_fixed(attn_wire *wire, unsigned count, uint64_t *bits)
{
    *bits = 0;
    if (wire->bytes.length - wire->at < count) return refuse(wire, "a number is cut off");
    for (unsigned i = 0; i < count; i++)
        *bits |= (uint64_t)(unsigned char)wire->bytes.bytes[wire->at++] << (8 * i);
    return true;
}

static bool take_bytes(attn_wire *wire, attn_span *bytes)
{
    uint64_t length;
    if (!take_number(wire, &length)) return false;
    if (length > wire->bytes.length - wire->at)
        return refuse(wire, "a field is longer than what holds it");
    *bytes = (attn_span){wire->bytes.bytes + wire->at, (size_t)length};
    wire->at += (size_t)length;
    return true;
}

bool attn_wire_next(attn_wire *wire, attn_wire_field *field)
{
    enum { MOST_FIELD = (1 << 29) - 1 };
    uint64_t key;
    *field = (attn_wire_field){.offset = wire->at};
    if (wire->wrong || wire->at >= wire->bytes.length || !take_number(wire, &key)) return false;
    if (key >> 3 == 0 || key >> 3 > MOST_FIELD)
        return refuse(wire, "a field has no number that a field can have");
    field->number = (uint32_t)(key >> 3);
    field->kind = (attn_wire_kind)(key & 7);
    switch (field->kind) {
    case ATTN_WIRE_NUMBER:
        return take_number(wire, &field->value);
    case ATTN_WIRE_FIXED64:
        return take_fixed(wire, 8, &field->value);
    case ATTN_WIRE_BYTES:
        return take_bytes(wire, &field->bytes);
    case ATTN_WIRE_FIXED32: {
        if (!take_fixed(wire, 4, &field->value)) return false;
        const uint32_t bits = (uint32_t)field->value;
        memcpy(&field->real, &bits, sizeof field->real);
        return true;
    }
    }
    return refuse(wire, "a field is of no known kind");
}
