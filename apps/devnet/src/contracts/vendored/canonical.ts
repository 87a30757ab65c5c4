import type { Hex } from 'viem';
import { multicall3Code } from './multicall3.js';
import { permit2Code } from './permit2.js';

/** Contracts with one address on every chain, where wallets and libraries expect them. */
export const canonical = {
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const satisfies Readonly<Record<string, Hex>>;

/** Code that is put at an address, without a deployment. */
export interface PlacedCode {
  readonly address: Hex;
  readonly bytecode: Hex;
}

/** Addresses of Permit2 and Multicall3. */
export type CanonicalContracts = typeof canonical;

/** Code of the canonical contracts by address. */
export const canonicalCode: readonly PlacedCode[] = [
  { address: canonical.permit2, bytecode: permit2Code },
  { address: canonical.multicall3, bytecode: multicall3Code },
];
