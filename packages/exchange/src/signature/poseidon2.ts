import { fieldOrder } from './goldilocks.js';
import { externalConstants, internalConstants, matrixDiagonal } from './poseidon2Constants.js';
import type { Quintic } from './quintic.js';

/** Elements of the state. */
const width = 12;
/** Elements of the state that input takes the place of. */
const rate = 8;
/** External rounds before the internal ones, and after them. */
const halfRounds = 4;

/** State of the permutation. */
type State = bigint[];

/** x^7. */
function sbox(x: bigint): bigint {
  const square = (x * x) % fieldOrder;
  const cube = (square * x) % fieldOrder;
  return (((cube * cube) % fieldOrder) * x) % fieldOrder;
}

/** Element of a list that is known to be as long. */
function at(list: readonly bigint[], place: number): bigint {
  return list[place] ?? 0n;
}

/** Multiplies the state by the circulant matrix of the 4×4 blocks of the external rounds. */
function mixExternal(state: State): void {
  for (let block = 0; block < width; block += 4) {
    const a = at(state, block);
    const b = at(state, block + 1);
    const c = at(state, block + 2);
    const d = at(state, block + 3);
    const sum = a + b + c + d;
    state[block] = sum + a + b + b;
    state[block + 1] = sum + b + c + c;
    state[block + 2] = sum + c + d + d;
    state[block + 3] = sum + d + a + a;
  }
  const sums = [0, 1, 2, 3].map(
    (place) => at(state, place) + at(state, place + 4) + at(state, place + 8),
  );
  for (let place = 0; place < width; place += 1)
    state[place] = (at(state, place) + at(sums, place % 4)) % fieldOrder;
}

/** Multiplies the state by the matrix of the internal rounds: ones, and a diagonal. */
function mixInternal(state: State): void {
  let sum = 0n;
  for (const element of state) sum += element;
  for (let place = 0; place < width; place += 1)
    state[place] = (sum + at(state, place) * at(matrixDiagonal, place)) % fieldOrder;
}

function externalRound(state: State, round: number): void {
  for (let place = 0; place < width; place += 1)
    state[place] = sbox(at(state, place) + at(externalConstants, width * round + place));
  mixExternal(state);
}

/** The permutation Poseidon2 of twelve elements. @see https://eprint.iacr.org/2023/323 */
export function permute(elements: readonly bigint[]): readonly bigint[] {
  const state = [...elements];
  mixExternal(state);
  for (let round = 0; round < halfRounds; round += 1) externalRound(state, round);
  for (const constant of internalConstants) {
    state[0] = sbox(at(state, 0) + constant);
    mixInternal(state);
  }
  for (let round = halfRounds; round < 2 * halfRounds; round += 1) externalRound(state, round);
  return state;
}

/**
 * Hash of elements of the field, as an element of its extension. Input takes the place of the first
 * eight elements of the state, block by block. Nothing is padded: messages of one kind must have
 * one length, and kinds differ in an element.
 *
 * @param elements - at least one, each below the field's order
 */
export function hash(elements: readonly bigint[]): Quintic {
  let state: readonly bigint[] = Array.from({ length: width }, () => 0n);
  for (let start = 0; start < elements.length; start += rate) {
    const block = elements.slice(start, start + rate);
    state = permute([...block, ...state.slice(block.length)]);
  }
  return [at(state, 0), at(state, 1), at(state, 2), at(state, 3), at(state, 4)];
}
