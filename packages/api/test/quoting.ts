import { randomBytes } from 'node:crypto';
import { createChains, type Chains } from '@portage/core';
import { createOrderHasher } from '@portage/order';
import { createFixedPrices, createQuoter, defaultPolicy, type PriceSource, type Quoter } from '@portage/quoter';
import type { Store } from '@portage/store';
import { createFakeChain, type FakeChain } from '@portage/testing';
import { toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The real quoter over two chains in memory. */
export interface Quoting {
  readonly one: FakeChain;
  readonly two: FakeChain;
  readonly chains: Chains;
  readonly prices: PriceSource;
  readonly quoter: Quoter;
}

/** Makes the quoter; what it quotes is stored in `store`. */
export async function createQuoting(store: Pick<Store, 'saveRequest'>): Promise<Quoting> {
  const one = createFakeChain({ id: 1, slug: 'one', now: Date.now });
  const two = createFakeChain({ id: 2, slug: 'two', now: Date.now });
  const chains = createChains([one.chain, two.chain]);
  const prices = createFixedPrices({ eth: '2000', weth: '2000', usdc: '1' }, Date.now);
  const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
  const quoter = createQuoter({
    ...{ chains, prices, store, now: Date.now, randomBytes },
    hasher: await createOrderHasher(),
    signer: { address: account.address, signHash: (hash) => account.sign({ hash: toHex(hash) }) },
    policy: { ...defaultPolicy, solverChainSlug: 'one' },
  });
  return { one, two, chains, prices, quoter };
}
