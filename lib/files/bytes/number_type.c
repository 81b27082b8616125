/*
 * number_type: one loop for each way to write a number.
 */
#include "files/bytes/number_type.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

#include "tensor/rounding.h"

uint64_t attn_little_endian(const unsigned char *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = count; i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

void attn_put_little_endian(unsigned char *bytes, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)(value >> 8 * i & 0xFF);
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 1;
}

unsigned attn_raw_bits(attn_raw raw)
{
    static const unsigned bits[] = {
        [ATTN_RAW_BFLOAT] = 8, [ATTN_RAW_E4M3] = 4, [ATTN_RAW_E5M2] = 3};
    if (raw.kind == ATTN_RAW_FLOAT) return raw.size == 2 ? 11 : ATTN_FLOAT_BITS;
    bool known = raw.kind < sizeof bits / sizeof *bits && bits[raw.kind];
    return known ? bits[raw.kind] : ATTN_FLOAT_BITS;
}

bool attn_raw_is_float(attn_raw raw)
{
    return raw.kind == ATTN_RAW_FLOAT && raw.size == sizeof(float) &&
           raw.big_endian != is_little_endian();
}

static inline uint64_t load(const unsigned char *bytes, size_t size, bool big_endian)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << 8 * (big_endian ? size - 1 - i : i);
    return value;
}

static inline float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/*
 * IEEE binary16: 1 bit sign, 5 bits exponent (bias 15), 10 bits fraction. In the place of a
 * float32's the exponent counts 112 too few; a product puts that right, for subnormal numbers too.
 * Without a jump: a file has millions of them.
 */
static inline float of_half(uint32_t half)
{
    const float bias = 0x1p112f;
    const uint32_t sign = (half & 0x8000u) << 16, size = (half & 0x7FFFu) << 13,
                   finite = bits_of(float_of_bits(size) * bias), other = 0x7F800000u | size;
    return float_of_bits(sign | (size < 0x0F800000u ? finite : other));
}

/* Bias 7; the largest exponent counts as any other, but for the one fraction that is NaN. */
static float of_e4m3(uint32_t byte)
{
    uint32_t exponent = byte >> 3 & 0xF, fraction = byte & 7;
    float size = exponent == 0 ? ldexpf((float)fraction, -9)
                               : ldexpf((float)(fraction + 8), (int)exponent - 10);
    if (exponent == 0xF && fraction == 7) size = NAN;
    return byte & 0x80 ? -size : size;
}

/* The sign of the highest bit, carried to the left. */
static inline int64_t of_signed(uint64_t value, size_t size)
{
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    uint64_t wide = (value ^ sign) - sign;
    int64_t number;
    memcpy(&number, &wide, sizeof number);
    return number;
}

/* From halfway to the next power of two on, a number would be rounded to infinity. */
static inline bool is_too_large(double value)
{
    return fabs(value) >= 0x1.ffffffp127 && !isinf(value);
}

static inline float float_of_double(double value)
{
    return isinf(value) ? (value > 0 ? INFINITY : -INFINITY) : (float)value;
}

/* What these bits stand for, as float32, which reaches so far. */
static inline float decode(attn_raw raw, uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    switch (raw.kind) {
    case ATTN_RAW_FLOAT:
        if (raw.size == 8) return float_of_double(double_of_bits(bits));
        return raw.size == 4 ? float_of_bits(low) : of_half(low);
    case ATTN_RAW_BFLOAT:
        return float_of_bits(low << 16);
    case ATTN_RAW_E4M3:
        return of_e4m3(low);
    case ATTN_RAW_E5M2:
        return of_half(low << 8);
    case ATTN_RAW_SIGNED:
        return (float)of_signed(bits, raw.size);
    case ATTN_RAW_UNSIGNED:
        return (float)bits;
    case ATTN_RAW_TRUTH:
    case ATTN_RAW_NONE:
        break;
    }
    return bits ? 1.0f : 0.0f;
}

/* Inline, so that the compiler makes a loop of its own for a type that is known. */
static inline size_t read_numbers(attn_raw raw, const unsigned char *bytes, size_t count,
                                  float *numbers)
{
    const bool wide = raw.kind == ATTN_RAW_FLOAT && raw.size == 8;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = load(bytes + raw.size * i, raw.size, raw.big_endian);
        if (wide && is_too_large(double_of_bits(bits))) return i;
        numbers[i] = decode(raw, bits);
    }
    return count;
}

size_t attn_raw_read(attn_raw raw, const unsigned char *bytes, size_t count, float *numbers)
{
    static const attn_raw doubles = {ATTN_RAW_FLOAT, 8, false}, halves = {ATTN_RAW_FLOAT, 2, false};
    if (attn_raw_is_float(raw)) {
        memcpy(numbers, bytes, count * sizeof *numbers);
        return count;
    }
    if (raw.kind == ATTN_RAW_FLOAT && raw.size == 8 && !raw.big_endian)
        return read_numbers(doubles, bytes, count, numbers);
    if (raw.kind == ATTN_RAW_FLOAT && raw.size == 2 && !raw.big_endian)
        return read_numbers(halves, bytes, count, numbers);
    return read_numbers(raw, bytes, count, numbers);
}

bool attn_beyond_half(float number)
{
    return fabsf(number) >= 65520.0f;
}

/* The other way, to the nearest float16. Where that is subnormal, a sum puts its last bit where
 * float32 rounds. */
static uint32_t half_of(float number)
{
    const uint32_t bias = 112u << 23, smallest_normal = 113u << 23, infinite = 0x7C00u;
    uint32_t bits = bits_of(number), sign = bits >> 16 & 0x8000u, size = bits & 0x7FFFFFFFu;
    if (isnan(number)) return sign | 0x7E00u;
    if (attn_beyond_half(number)) return sign | infinite;
    if (size < smallest_normal) return sign | (bits_of(float_of_bits(size) + 0.5f) - bits_of(0.5f));
    return sign | (size - bias + 0x0FFFu + (size >> 13 & 1)) >> 13;
}

/* Of 2 or 4 bytes each. */
static bool write_numbers(attn_output *output, const float *numbers, size_t count, size_t size,
                          unsigned long *sum)
{
    enum { chunk = 4096 };
    unsigned char bytes[chunk * sizeof(float)];
    for (size_t from = 0, n; from < count; from += n) {
        n = count - from < chunk ? count - from : chunk;
        for (size_t i = 0; i < n; i++) {
            float number = numbers[from + i];
            uint32_t bits = size == sizeof(float) ? bits_of(number) : half_of(number);
            attn_put_little_endian(bytes + i * size, bits, size);
        }
        if (sum) *sum = crc32(*sum, bytes, (uInt)(n * size));
        if (output && !attn_output_write(output, bytes, n * size)) return false;
    }
    return true;
}

bool attn_raw_write(attn_output *output, const float *numbers, size_t count, unsigned long *sum)
{
    return write_numbers(output, numbers, count, sizeof *numbers, sum);
}

bool attn_raw_write_halves(attn_output *output, const float *numbers, size_t count)
{
    return write_numbers(output, numbers, count, 2, NULL);
}
