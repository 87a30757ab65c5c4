/* Arithmetic of a pool that keeps the product of its reserves. No input overflows it. */
#pragma once
#include "abi.h"

typedef unsigned __int128 u128;

/* A whole, in basis points. */
#define WHOLE 10000UL

/* By a factor below 2^32: the runtime has no instruction for wider products. */
static u128 times(u64 value, u64 factor) {
    return (u128)((value & 0xffffffff) * factor) + ((u128)((value >> 32) * factor) << 32);
}

/* Quotient of two numbers below 2^80, rounded down, and the rest. */
static u128 divide(u128 number, u128 divisor, u128 *rest) {
    u128 quotient = 0;
    *rest = 0;
    for (u64 bit = 0; bit < 80; bit++) {
        *rest = *rest << 1 | (u64)(number >> 79 & 1);
        number <<= 1;
        quotient <<= 1;
        if (*rest >= divisor) {
            *rest -= divisor;
            quotient |= 1;
        }
    }
    return quotient;
}

/* `value × part ÷ whole`, rounded down; `part` is below `whole`, and both are below 2^80. One bit of the value after the
 * other, so that no product is ever wider than its factors. */
static u64 share(u64 value, u128 part, u128 whole) {
    u64 quotient = 0;
    u128 rest = 0;
    for (u64 bit = 64; bit-- > 0;) {
        quotient <<= 1;
        rest <<= 1;
        if (rest >= whole) {
            rest -= whole;
            quotient += 1;
        }
        if (value >> bit & 1) rest += part;
        if (rest >= whole) {
            rest -= whole;
            quotient += 1;
        }
    }
    return quotient;
}

/* Output of an input, rounded down so that the product is kept. Zero where the input buys nothing. */
static u64 output_of(u64 input, u64 reserve_in, u64 reserve_out, u64 fee_bps) {
    u128 counted = times(input, WHOLE - fee_bps);
    if (counted == 0 || reserve_in == 0) return 0;
    return share(reserve_out, counted, times(reserve_in, WHOLE) + counted);
}

/* Input for an output, rounded up by a whole unit. Zero where the reserve has no such output, or the input has no room in
 * 64 bits. */
static u64 input_for(u64 output, u64 reserve_in, u64 reserve_out, u64 fee_bps) {
    if (output == 0 || reserve_in == 0 || output >= reserve_out) return 0;
    u128 kept = times(reserve_out - output, WHOLE - fee_bps), rest;
    u128 multiple = divide(times(output, WHOLE), kept, &rest);
    u64 input = share(reserve_in, rest, kept);
    /* The whole multiples of the reserve, one bit after the other, as a sum that must stay in 64 bits. */
    for (u128 each = reserve_in; multiple != 0; multiple >>= 1, each <<= 1) {
        if (each >> 64) return 0;
        if ((u64)multiple & 1) {
            if (input + (u64)each < input) return 0;
            input += (u64)each;
        }
    }
    return input + 1;
}
