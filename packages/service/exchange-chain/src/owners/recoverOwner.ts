import { recoverMessageAddress } from 'viem';

/** Half the order of secp256k1 (SEC 2, section 2.4.1): of a signature and its twin the lower. */
const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * The address whose key signed a text by EIP-191, in lower case; undefined for what is no canonical
 * signature: 65 bytes, a low `s`, and 27 or 28 at the end.
 */
export async function recoverOwner(text: string, signature: string): Promise<string | undefined> {
  const match = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/i.exec(signature);
  const [r, s, v] = [match?.[1], match?.[2], match?.[3]];
  if (r === undefined || s === undefined || v === undefined || BigInt(`0x${s}`) > half)
    return undefined;
  try {
    const address = await recoverMessageAddress({ message: text, signature: `0x${r}${s}${v}` });
    return address.toLowerCase();
  } catch {
    return undefined; // The library throws for numbers that are no point of the curve.
  }
}
