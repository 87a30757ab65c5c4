/* What the ed25519 program verified in the instruction before ours. */
#pragma once
#include "accounts.h"

/* One signature, everything in the instruction's own data: key at 16, signature at 48, message of 32 bytes at 112.
 * Any other arrangement is refused, so no offset can point to bytes that were not verified. */
#define SIGNATURE_HEADER_LENGTH 16
#define SIGNATURE_LENGTH 144
static const u8 SIGNATURE_HEADER[SIGNATURE_HEADER_LENGTH] = {1, 0, 48, 0, 0xff, 0xff, 16, 0, 0xff, 0xff, 112, 0, 32, 0, 0xff, 0xff};

/* The data of the instruction before the current one, which must be the ed25519 program's. */
static Result find_signature(const Account *sysvar, const u8 **signature) {
    const u8 *data = sysvar->data;
    u64 length = sysvar->data_length;
    CHECK(length >= 4, ERROR_SIGNATURE);
    u64 current = read_u16(data + length - 2);
    CHECK(current >= 1 && 2 + 2 * current <= length, ERROR_SIGNATURE);
    u64 at = read_u16(data + 2 * current);
    CHECK(at + 2 <= length, ERROR_SIGNATURE);
    at += 2 + 33 * (u64)read_u16(data + at);
    CHECK(at + 34 + SIGNATURE_LENGTH <= length, ERROR_SIGNATURE);
    CHECK(same_bytes(data + at, &ED25519_PROGRAM, 32), ERROR_SIGNATURE);
    CHECK(read_u16(data + at + 32) == SIGNATURE_LENGTH, ERROR_SIGNATURE);
    *signature = data + at + 34;
    return 0;
}

/* The instruction before this one verified the signer's signature of these 32 bytes. */
static Result expect_signed(const Account *sysvar, const Address *signer, const Address *message) {
    const u8 *signature;
    TRY(expect_address(sysvar, &INSTRUCTIONS_SYSVAR));
    TRY(find_signature(sysvar, &signature));
    CHECK(same_bytes(signature, SIGNATURE_HEADER, SIGNATURE_HEADER_LENGTH), ERROR_SIGNATURE);
    CHECK(same_bytes(signature + 16, signer, 32), ERROR_SIGNATURE);
    CHECK(same_bytes(signature + 112, message, 32), ERROR_SIGNATURE);
    return 0;
}
