import { solanaCodec } from '@portage/solana/codec';
import { wrappedSol } from '@portage/solana/program';

/** Mint of a currency: wrapped SOL of SOL. */
export function mintOf(currency: string): string {
  return currency === solanaCodec.nativeCurrency ? wrappedSol : currency;
}
