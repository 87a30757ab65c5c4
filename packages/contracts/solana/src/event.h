/* Events are one entry of the log: the event's discriminator and its fields, as Borsh writes them. */
#pragma once
#include "abi.h"

/* The longest is a transfer executed: 8 + 4 × 32 + 33 + 8. */
#define EVENT_LENGTH_MAX 177

typedef struct { u8 bytes[184] __attribute__((aligned(8))); u64 length; } Event;

static void put_u64(Event *event, u64 value) {
    write_u64(event->bytes + event->length, value);
    event->length += 8;
}

static void put_bytes(Event *event, const void *from) {
    sol_memcpy_(event->bytes + event->length, from, 32);
    event->length += 32;
}

/* A mint, or none for SOL. */
static void put_token(Event *event, const Address *mint) {
    event->bytes[event->length++] = mint != 0;
    if (mint) put_bytes(event, mint);
}

static void emit(const Event *event) {
    Slice entry = SLICE(event->bytes, event->length);
    sol_log_data(&entry, 1);
}
