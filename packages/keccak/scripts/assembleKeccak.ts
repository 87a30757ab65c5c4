/**
 * Writes the WebAssembly module of this package, byte by byte: no compiler is needed to check where its bytes come from.
 * It exports `memory` and `absorb(state, message, blocks, digest)`, which takes the 200 bytes at `state`, absorbs so many
 * blocks of 136 bytes, and leaves the new state at {@link STATE} and its first 32 bytes at `digest`.
 */

/** Where the module keeps things in its memory: constants of the rounds, a state that stays zero, the state of now. */
export const ROUND_CONSTANTS = 0;
export const ZEROS = 192;
export const STATE = 392;
/** The first byte that is free for messages. */
export const FREE = 592;

/** Pages of 64 KiB: enough for many messages. The memory never grows, so views of it stay good. */
export const PAGES = 2;

const BLOCK = 136;
const LANES = 25;

type Code = readonly number[];

const I32 = 0x7f;
const I64 = 0x7e;

// Parameters first, then the locals in the order in which they are declared.
const [statePlace, message, blocks, digest] = [0, 1, 2, 3] as const;
const lane = (index: number): number => 4 + index;
const moved = (index: number): number => 4 + LANES + index;
const column = (index: number): number => 4 + 2 * LANES + index;
const mixed = 4 + 2 * LANES + 5;
const round = mixed + 1;

function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

const get = (local: number): Code => [0x20, ...unsigned(local)];
const set = (local: number): Code => [0x21, ...unsigned(local)];
const i32 = (value: number): Code => [0x41, ...signed(value)];
const i64 = (value: number): Code => [0x42, ...signed(value)];
const load = (offset: number): Code => [0x29, 3, ...unsigned(offset)];
const store = (offset: number): Code => [0x37, 3, ...unsigned(offset)];
const xor: Code = [0x85];
const and: Code = [0x83];
const rotl: Code = [0x89];
const addI32: Code = [0x6a];
const subI32: Code = [0x6b];
const ltI32: Code = [0x49];
/** A loop that runs again while its body leaves something other than zero. */
const loop = (...body: readonly Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b];

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const each = (count: number, make: (index: number) => readonly Code[]): Code => range(count).flatMap((index) => make(index).flat());

/** Offsets of rho and places of pi, walked as the standard defines them. */
function rhoAndPi(): readonly { readonly from: number; readonly to: number; readonly turn: number }[] {
  const walk = [{ from: 0, to: 0, turn: 0 }];
  let [x, y] = [1, 0];
  for (let step = 0; step < 24; step += 1) {
    const [nextX, nextY] = [y, (2 * x + 3 * y) % 5];
    walk.push({ from: x + 5 * y, to: nextX + 5 * nextY, turn: (((step + 1) * (step + 2)) / 2) % 64 });
    [x, y] = [nextX, nextY];
  }
  return walk;
}

function roundCode(): Code {
  const parity = each(5, (x) => [get(lane(x)), ...[5, 10, 15, 20].flatMap((row) => [get(lane(x + row)), xor]), set(column(x))]);
  const thetaRhoPi = each(5, (x) => [
    [...get(column((x + 4) % 5)), ...get(column((x + 1) % 5)), ...i64(1), ...rotl, ...xor, ...set(mixed)],
    ...rhoAndPi()
      .filter(({ from }) => from % 5 === x)
      .map(({ from, to, turn }) => [...get(lane(from)), ...get(mixed), ...xor, ...i64(turn), ...rotl, ...set(moved(to))]),
  ]);
  const chi = each(LANES, (index) => {
    const row = index - (index % 5);
    const [next, afterNext] = [row + ((index + 1) % 5), row + ((index + 2) % 5)];
    return [get(moved(index)), get(moved(next)), i64(-1), xor, get(moved(afterNext)), and, xor, set(lane(index))];
  });
  const iota: Code = [...get(lane(0)), ...get(round), ...load(ROUND_CONSTANTS), ...xor, ...set(lane(0))];
  return [...parity, ...thetaRhoPi, ...chi, ...iota];
}

function absorbCode(): Code {
  const rounds = [...i32(0), ...set(round), ...loop(roundCode(), get(round), i32(8), addI32, set(round), get(round), i32(ZEROS), ltI32)];
  return [
    ...each(LANES, (index) => [get(statePlace), load(8 * index), set(lane(index))]),
    ...loop(
      each(BLOCK / 8, (index) => [get(lane(index)), get(message), load(8 * index), xor, set(lane(index))]),
      rounds,
      [...get(message), ...i32(BLOCK), ...addI32, ...set(message)],
      [...get(blocks), ...i32(1), ...subI32, 0x22, ...unsigned(blocks)],
    ),
    ...each(LANES, (index) => [i32(0), get(lane(index)), store(STATE + 8 * index)]),
    ...each(4, (index) => [get(digest), get(lane(index)), store(8 * index)]),
  ];
}

/** Constants of iota, from the shift register of the standard, as little-endian words. */
function roundConstants(): Code {
  const words = new BigUint64Array(24);
  let register = 1;
  for (let index = 0; index < 24; index += 1) {
    for (let power = 0; power < 7; power += 1) {
      if ((register & 1) === 1) words[index] = (words[index] ?? 0n) ^ (1n << BigInt(2 ** power - 1));
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
  }
  return [...new Uint8Array(words.buffer)];
}

function section(id: number, ...content: readonly Code[]): Code {
  const bytes = content.flat();
  return [id, ...unsigned(bytes.length), ...bytes];
}

const text = (value: string): Code => [...unsigned(value.length), ...Buffer.from(value, 'latin1')];

/** The bytes of the module. */
export function assembleKeccak(): Uint8Array {
  const locals: Code = [2, ...unsigned(2 * LANES + 6), I64, 1, I32];
  const body: Code = [...locals, ...absorbCode(), 0x0b];
  const constants = roundConstants();
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 4, I32, I32, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 1, PAGES, PAGES]),
    ...section(7, [2], text('memory'), [2, 0], text('absorb'), [0, 0]),
    ...section(10, [1], unsigned(body.length), body),
    ...section(11, [1, 0], i32(ROUND_CONSTANTS), [0x0b], unsigned(constants.length), constants),
  ]);
}
