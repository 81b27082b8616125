/*
 * kernel_each: functions number by number and what flows back through them, a vector at a time.
 * Included by kernel_body.h, whose words it uses.
 *
 * All but tanh and σ are single operations of the processor, each exactly rounded.
 */

/* ---- exp, tanh and σ ---- */

/*
 * Below 3 ulp. Near 0 the polynomial of Cephes (tanhf), S. Moshier 1989; elsewhere
 * 1 − 2 / (e²ˣ + 1) of |x|, with the sign of x.
 */
static inline __attribute__((always_inline)) void tanh_some(lanes x[AT_ONCE])
{
    const float near = 0.625f;
    const float factors[] = {2.06390887954e-2f, -5.37397155531e-2f, 1.33314422036e-1f,
                             -3.33332819422e-1f};
    const ints sign = (ints)all(-0.0f);
    lanes square[AT_ONCE], series[AT_ONCE], power[AT_ONCE];
    EACH power[v] = smaller(all(89), all(2) * (lanes)((ints)x[v] & ~sign));
    exp_some(power);
    EACH power[v] = all(1) - all(2) / (power[v] + all(1));

    EACH square[v] = x[v] * x[v];
    EACH series[v] = all(-5.70498872745e-3f);
    UNROLL
    for (size_t k = 0; k < 4; k++) EACH series[v] = fuse(series[v], square[v], all(factors[k]));
    EACH series[v] = fuse(series[v] * square[v], x[v], x[v]);
    EACH power[v] = pick((x[v] < all(near)) & (x[v] > all(-near)), series[v], power[v]);
    EACH x[v] = (lanes)((ints)power[v] | ((ints)x[v] & sign));
}

/* Below 3 ulp. e / (1 + e) with e = e⁻|x|, or 1 less it: 1 / (1 + e) where x is not negative. */
static inline __attribute__((always_inline)) void sigma_some(lanes x[AT_ONCE])
{
    const ints sign = (ints)all(-0.0f);
    lanes e[AT_ONCE];
    EACH e[v] = (lanes)((ints)x[v] | sign);
    exp_some(e);
    EACH x[v] = pick(x[v] >= all(0), all(1), e[v]) / (all(1) + e[v]);
}

static inline __attribute__((always_inline)) void exp_all(lanes x[AT_ONCE])
{
    EACH x[v] = smaller(all(89), x[v]);
    exp_some(x);
}

/* y = f(x), a few vectors at a time */
#define EACH_OF_SOME(name, some)                                                                   \
    static inline __attribute__((always_inline)) void name##_part(const float *x, float *y)        \
    {                                                                                              \
        lanes part[AT_ONCE];                                                                       \
        EACH part[v] = load(x + v * LANES);                                                        \
        some(part);                                                                                \
        EACH store(y + v * LANES, part[v]);                                                        \
    }                                                                                              \
    static void name(attn_series x, attn_series y, float *z, size_t n)                             \
    {                                                                                              \
        size_t j = 0;                                                                              \
        (void)y;                                                                                   \
        for (; j + PART <= n; j += PART) name##_part(x.at + j, z + j);                             \
        if (j < n) {                                                                               \
            float rest[PART] = {0};                                                                \
            memcpy(rest, x.at + j, (n - j) * sizeof *z);                                           \
            name##_part(rest, rest);                                                               \
            memcpy(z + j, rest, (n - j) * sizeof *z);                                              \
        }                                                                                          \
    }

EACH_OF_SOME(each_exp, exp_all)
EACH_OF_SOME(each_tanh, tanh_some)
EACH_OF_SOME(each_sigma, sigma_some)

/* ---- one operation ---- */

/* z = value of x and y, each of them n numbers, or with step 0 one vector of equal ones */
#define EACH_OF(name, value)                                                                       \
    static void name(attn_series at_x, attn_series at_y, float *z, size_t n)                       \
    {                                                                                              \
        lanes x, y;                                                                                \
        size_t j = 0;                                                                              \
        for (; j + LANES <= n; j += LANES) {                                                       \
            x = load(at_x.at + j * at_x.step), y = load(at_y.at + j * at_y.step), (void)y;         \
            store(z + j, value);                                                                   \
        }                                                                                          \
        if (j == n) return;                                                                        \
        x = load_rest(at_x.at + j * at_x.step, n - j);                                             \
        y = load_rest(at_y.at + j * at_y.step, n - j), (void)y;                                    \
        store_rest(z + j, value, n - j);                                                           \
    }

/* C leaves a division by 0 open: it is ±∞, and 0/0 no number */
#define NOT_ZERO(y) pick((y) != all(0), (y), all(1))

EACH_OF(each_add, x + y)
EACH_OF(each_subtract, x - y)
EACH_OF(each_times, x *y)
EACH_OF(each_divide, pick(y != all(0), x / NOT_ZERO(y), x *all(INFINITY)))
EACH_OF(each_negative, -x)
EACH_OF(each_relu, pick(x > all(0), x, all(0)))

/* ---- back ---- */

/*
 * into (+)= g · slope, a slope of p and q; where nothing arrives, nothing flows on: 0 · ∞ is 0. Nor
 * does anything where the result stays as it is, whatever arrives: there ∞ · 0 is 0.
 */
#define SLOPE_WHERE(name, slope, moves)                                                            \
    static inline lanes name##_flow(lanes g, lanes p, lanes q)                                     \
    {                                                                                              \
        (void)p, (void)q;                                                                          \
        return (lanes)((ints)(g * (slope)) & (moves));                                             \
    }                                                                                              \
    static void name(const float *g, attn_sink to, attn_series p, attn_series q, size_t n)         \
    {                                                                                              \
        size_t j = 0, rest = n % LANES;                                                            \
        float *y = to.into;                                                                        \
        for (; j + LANES <= n; j += LANES) {                                                       \
            lanes flow =                                                                           \
                name##_flow(load(g + j), load(p.at + j * p.step), load(q.at + j * q.step));        \
            store(y + j, to.add ? load(y + j) + flow : flow);                                      \
        }                                                                                          \
        if (rest == 0) return;                                                                     \
        lanes flow = name##_flow(load_rest(g + j, rest), load_rest(p.at + j * p.step, rest),       \
                                 load_rest(q.at + j * q.step, rest));                              \
        store_rest(y + j, to.add ? load_rest(y + j, rest) + flow : flow, rest);                    \
    }

#define SLOPE_OF(name, slope) SLOPE_WHERE(name, slope, g != all(0))

SLOPE_OF(slope_one, all(1))
SLOPE_OF(slope_minus_one, all(-1))
SLOPE_OF(slope_itself, p)
SLOPE_OF(slope_inverse, pick(p != all(0), all(1) / NOT_ZERO(p), all(0)))
SLOPE_OF(slope_minus_share, pick(q != all(0), -p / NOT_ZERO(q), all(0)))
SLOPE_OF(slope_tanh, all(1) - p * p)
SLOPE_OF(slope_sigma, p *(all(1) - p))
SLOPE_WHERE(slope_step, pick(p > all(0), all(1), all(0)), (g != all(0)) & (p >= all(0)))
SLOPE_OF(slope_root, pick(p != all(0), all(0.5f) / NOT_ZERO(p), all(INFINITY)))

static inline narrow var_flow(const float *x, double middle, double factor, double n)
{
    wide from_middle = to_wide(x) - middle;
    return __builtin_convertvector(factor * from_middle / n, narrow);
}

static void var_slopes(const float *x, double middle, float g, float *into, size_t n)
{
    double factor = 2 * (double)g, all = (double)n;
    size_t j = 0;
    if (g == 0) return;
    for (; j + WIDE <= n; j += WIDE) {
        narrow sums;
        memcpy(&sums, into + j, sizeof sums);
        sums += var_flow(x + j, middle, factor, all);
        memcpy(into + j, &sums, sizeof sums);
    }
    for (; j < n; j++) into[j] += var_flow((float[WIDE]){x[j]}, middle, factor, all)[0];
}

/* Of LANES rows: the next n numbers of each in turn, so that its sums stay in one lane. */
enum { TURN = 64 };

/* Sums of up to LANES rows, a lane for each. */
typedef struct row_sums {
    wide of[LANES / WIDE];
} row_sums;

/* sums += x, or (x − *middle)², of n columns of up to LANES rows `step` apart. */
static void add_columns(const float *x, size_t step, size_t rows, size_t n, const row_sums *middle,
                        row_sums *sums)
{
    float turns[TURN * LANES] __attribute__((aligned(64)));
    row_sums all = *sums;
    if (rows < LANES) memset(turns, 0, n * LANES * sizeof *turns);
    attn_transpose((attn_matrix){x, rows, n, step, 1, ATTN_FLOAT32}, turns, LANES);
    for (size_t j = 0; j < n; j++) {
        UNROLL
        for (size_t v = 0; v < LANES / WIDE; v++) {
            wide x_j = to_wide(turns + j * LANES + v * WIDE);
            if (middle) x_j -= middle->of[v];
            if (middle) x_j *= x_j;
            all.of[v] += x_j;
        }
    }
    *sums = all;
}

static row_sums mean_of_rows(const float *x, size_t rows, size_t n, const row_sums *middle)
{
    row_sums sums = {0};
    for (size_t j = 0; j < n; j += TURN) {
        add_columns(x + j, n, rows, attn_smaller(TURN, n - j), middle, &sums);
    }
    for (size_t v = 0; v < LANES / WIDE; v++) sums.of[v] /= (double)n;
    return sums;
}

static void moments(const float *x, size_t rows, size_t n, double *mean, double *variance)
{
    for (size_t i = 0; i < rows; i += LANES, x += n * LANES) {
        size_t some = attn_smaller(LANES, rows - i);
        row_sums middle = mean_of_rows(x, some, n, NULL);
        row_sums squares = mean_of_rows(x, some, n, &middle);
        memcpy(mean + i, &middle, some * sizeof *mean);
        memcpy(variance + i, &squares, some * sizeof *variance);
    }
}

/* ---- what is no number ---- */

static bool finite(const float *x, size_t n)
{
    const ints exponent = (ints)all(INFINITY);
    ints found = {0};
    size_t j = 0;
    for (; j + LANES <= n; j += LANES) found |= ((ints)load(x + j) & exponent) == exponent;
    if (j < n) found |= ((ints)load_rest(x + j, n - j) & exponent) == exponent;
    int32_t any = 0;
    for (size_t l = 0; l < LANES; l++) any |= found[l];
    return any == 0;
}

/* ---- the tables of a set ---- */

#define EACH_KERNELS                                                                               \
    {                                                                                              \
        [ATTN_EACH_ADD] = each_add, [ATTN_EACH_SUBTRACT] = each_subtract,                          \
        [ATTN_EACH_TIMES] = each_times, [ATTN_EACH_DIVIDE] = each_divide,                          \
        [ATTN_EACH_NEGATIVE] = each_negative, [ATTN_EACH_EXP] = each_exp,                          \
        [ATTN_EACH_TANH] = each_tanh, [ATTN_EACH_SIGMA] = each_sigma, [ATTN_EACH_RELU] = each_relu \
    }
#define SLOPE_KERNELS                                                                              \
    {                                                                                              \
        [ATTN_SLOPE_ONE] = slope_one, [ATTN_SLOPE_MINUS_ONE] = slope_minus_one,                    \
        [ATTN_SLOPE_ITSELF] = slope_itself, [ATTN_SLOPE_INVERSE] = slope_inverse,                  \
        [ATTN_SLOPE_MINUS_SHARE] = slope_minus_share, [ATTN_SLOPE_TANH] = slope_tanh,              \
        [ATTN_SLOPE_SIGMA] = slope_sigma, [ATTN_SLOPE_STEP] = slope_step,                          \
        [ATTN_SLOPE_ROOT] = slope_root                                                             \
    }
