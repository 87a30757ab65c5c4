/** Order of secp256k1 (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Signature of a key in its one canonical form: `r` and `s` as 64 digits of hex in lower case, `s`
 * in the lower half, `v` 27 or 28.
 */
export interface KeySignature {
  readonly r: string;
  readonly s: string;
  readonly v: 27 | 28;
}

/**
 * Reads a signature of a key however a wallet writes it: 65 bytes that end with 0, 1, 27 or 28, or
 * the 64 bytes of EIP-2098, with `s` in either half. Hardware wallets and keys held in parts write
 * what tokens and Permit2 refuse, so what was read is passed on and never what came. Undefined for
 * anything else.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2098
 * @example
 * ```ts
 * const { r, s, v } = readKeySignature(signature) ?? {};
 * ```
 */
export function readKeySignature(signature: string): KeySignature | undefined {
  const match = /^0x([0-9a-f]{64})([0-9a-f]{64})(00|01|1b|1c)?$/i.exec(signature);
  const [r, word] = [match?.[1], match?.[2]];
  if (r === undefined || word === undefined) return undefined;
  const last = match?.[3];
  const value = BigInt(`0x${word}`);
  const isCompact = last === undefined;
  const s = isCompact ? BigInt.asUintN(255, value) : value;
  const isOdd = isCompact ? value !== s : Number.parseInt(last, 16) % 27 === 1;
  if (s === 0n || s >= order) return undefined;
  const isHigh = s > order / 2n;
  return {
    r: r.toLowerCase(),
    s: (isHigh ? order - s : s).toString(16).padStart(64, '0'),
    v: isOdd === isHigh ? 27 : 28,
  };
}

/**
 * The 65 bytes of a signature, as contracts take them.
 *
 * @example
 * ```ts
 * const read = readKeySignature(signature);
 * const canonical = read === undefined ? signature : formatKeySignature(read);
 * ```
 */
export function formatKeySignature({ r, s, v }: KeySignature): string {
  return `0x${r}${s}${v.toString(16)}`;
}
