import type { RpcRequest } from './rpcRequest.js';

/** Forms in which wallets write one signature of a key. */
export type SignatureForm = 'canonical' | 'parity' | 'compact' | 'highS';

/** Order of secp256k1 (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** The highest bit of a word, where EIP-2098 keeps the parity. */
const parityBit = 1n << 255n;

/**
 * A signature in the form that some wallets give: `canonical` ends with 27 or 28, `parity` with 0
 * or 1 (hardware bridges), `compact` has 64 bytes (EIP-2098), `highS` has `s` in the other half.
 *
 * @param signature - 65 bytes as hex with 0x, the last 27 or 28 and `s` in the lower half
 * @example
 * ```ts
 * const signature = `0x${'11'.repeat(64)}1b`;
 * signatureAs('parity', signature); // …00
 * ```
 */
export function signatureAs(form: SignatureForm, signature: string): string {
  const r = signature.slice(0, 66);
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const isOdd = signature.slice(130).toLowerCase() === '1c';
  if (form === 'parity') return `${signature.slice(0, 130)}${isOdd ? '01' : '00'}`;
  if (form === 'compact') return `${r}${word(isOdd ? s + parityBit : s)}`;
  if (form === 'highS') return `${r}${word(order - s)}${isOdd ? '1b' : '1c'}`;
  return signature;
}

/**
 * A wallet that gives its signatures in one form, in front of one whose signatures are canonical.
 *
 * @example
 * ```ts
 * const request = signingAs('compact', ethereum.request);
 * ```
 */
export function signingAs(form: SignatureForm, request: RpcRequest): RpcRequest {
  return async (question) => {
    const answer = await request(question);
    const { method } = question;
    return (method === 'personal_sign' || method.startsWith('eth_signTypedData')) &&
      typeof answer === 'string'
      ? signatureAs(form, answer)
      : answer;
  };
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
