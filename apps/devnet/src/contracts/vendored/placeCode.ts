import type { Hex } from 'viem';
import type { NodeClient } from '../../node/connect.js';
import { multicall3Code } from './multicall3.js';
import { permit2Code } from './permit2.js';

/** Contracts with one address on every chain, where wallets and libraries expect them. */
const canonical = {
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const satisfies Readonly<Record<string, Hex>>;

/** Addresses of Permit2 and Multicall3. */
export type CanonicalContracts = typeof canonical;

/** Puts Permit2 and Multicall3 at their usual addresses; neither has storage to set up. */
export async function placeCode(client: NodeClient): Promise<CanonicalContracts> {
  await Promise.all([
    client.setCode({ address: canonical.permit2, bytecode: permit2Code }),
    client.setCode({ address: canonical.multicall3, bytecode: multicall3Code }),
  ]);
  return canonical;
}
