/** Kind of an output script that has an address. */
export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr';

/** Bytes of the hash or key that a script of a kind holds. */
const hashBytes: Readonly<Record<ScriptKind, number>> = {
  p2pkh: 20,
  p2sh: 20,
  p2wpkh: 20,
  p2wsh: 32,
  p2tr: 32,
};

/** Bytes before and after the hash in a script of a kind. */
const frames: Readonly<Record<ScriptKind, readonly [readonly number[], readonly number[]]>> = {
  p2pkh: [
    [0x76, 0xa9, 0x14],
    [0x88, 0xac],
  ],
  p2sh: [[0xa9, 0x14], [0x87]],
  p2wpkh: [[0x00, 0x14], []],
  p2wsh: [[0x00, 0x20], []],
  p2tr: [[0x51, 0x20], []],
};

const kinds: readonly ScriptKind[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr'];

/** Lock of an output: its kind, and the hash or key that opens it. */
export interface Lock {
  readonly kind: ScriptKind;
  readonly hash: Uint8Array;
}

/** The lock that a kind and a hash make; undefined where the hash has another length. */
export function lockOf(kind: ScriptKind, hash: Uint8Array): Lock | undefined {
  return hash.length === hashBytes[kind] ? { kind, hash } : undefined;
}

/** Output script of a lock. */
export function lockScript({ kind, hash }: Lock): Uint8Array {
  const [before, after] = frames[kind];
  return Uint8Array.from([...before, ...hash, ...after]);
}

/** Lock of an output script; undefined for scripts without an address. */
export function readLock(script: Uint8Array): Lock | undefined {
  for (const kind of kinds) {
    const [before, after] = frames[kind];
    const end = before.length + hashBytes[kind];
    if (
      script.length === end + after.length &&
      before.every((byte, place) => script[place] === byte) &&
      after.every((byte, place) => script[end + place] === byte)
    )
      return { kind, hash: script.slice(before.length, end) };
  }
  return undefined;
}

/**
 * Kind of an output script; undefined for scripts without an address.
 *
 * @example
 * ```ts
 * scriptKind(scriptOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mainnet')); // 'p2wpkh'
 * ```
 */
export function scriptKind(script: Uint8Array): ScriptKind | undefined {
  return readLock(script)?.kind;
}
