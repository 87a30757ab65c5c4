import type { FakeChainOptions } from '@portage/testing';

/** Kind of chain by how it orders transactions and what it forgets. */
export interface ChainKind extends Pick<
  FakeChainOptions,
  'addresses' | 'coins' | 'joinsMax' | 'validBlocks' | 'finalizedDepth'
> {
  readonly id: number;
  readonly slug: string;
  /** Milliseconds between two blocks. */
  readonly blockMs: number;
  /** Most blocks that a reorg takes back; a deposit counts one block deeper. */
  readonly reorgDepthMax: number;
}

/**
 * Chains of the simulation. Accounts count sequences; coins are spent once; slots forget bytes that
 * were signed too long ago; an exchange never takes back.
 */
export const chainKinds: readonly ChainKind[] = [
  { id: 1, slug: 'account', addresses: true, blockMs: 1_000, reorgDepthMax: 3, finalizedDepth: 6 },
  {
    id: 2,
    slug: 'coins',
    addresses: true,
    coins: 24,
    joinsMax: 20,
    blockMs: 2_000,
    reorgDepthMax: 2,
    finalizedDepth: 4,
  },
  {
    id: 3,
    slug: 'slots',
    addresses: true,
    validBlocks: 20,
    blockMs: 1_000,
    reorgDepthMax: 4,
    finalizedDepth: 8,
  },
  { id: 4, slug: 'exchange', blockMs: 1_000, reorgDepthMax: 0, finalizedDepth: 0 },
];
