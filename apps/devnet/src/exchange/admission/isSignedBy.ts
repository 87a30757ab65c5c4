import type { Hex } from 'viem';

/** Text, and the signature that is said to be its. */
export interface SignedText {
  readonly text: string;
  /** 65 bytes as hex with 0x. */
  readonly signature: string | undefined;
}

/** Whether an address signed a text by EIP-191. */
export async function isSignedBy(
  address: string,
  { text, signature = '' }: SignedText,
): Promise<boolean> {
  if (!isHex(signature)) return false;
  // Loaded at the first signature, as it takes as long as the whole start of the process.
  const { recoverMessageAddress } = await import('viem');
  const signer = await recoverMessageAddress({ message: text, signature }).catch(() => undefined);
  return signer?.toLowerCase() === address.toLowerCase();
}

function isHex(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{130}$/.test(text);
}
