import { isHex, type Hex } from 'viem';

/** A text as hexadecimal. @throws Error for any other text */
export function hexOf(text: string): Hex {
  if (!isHex(text)) throw new Error(`"${text}" is not hexadecimal.`);
  return text;
}
