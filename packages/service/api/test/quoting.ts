import { randomBytes } from 'node:crypto';
import { createChains, type Chains, type PriceSource } from '@portage/core/chain';
import { createOrderHasher } from '@portage/order/hasher';
import { createFixedPrices } from '@portage/prices';
import { createQuoter, defaultPolicy, type Quoter } from '@portage/quoter';
import type { TestSettlement } from '@portage/settlement/testing';
import { createFakeChain, type FakeChain } from '@portage/testing';
import { toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** Real quoter over in-memory chains. */
export interface Quoting {
  readonly chains: Chains;
  readonly prices: PriceSource;
  readonly quoter: Quoter;
}

/** Creates the quoter over two fake chains; it stores its quotes in `store`. */
export async function createQuoting(
  store: Pick<TestSettlement, 'saveRequest'>,
): Promise<Quoting & { readonly one: FakeChain; readonly two: FakeChain }> {
  const one = createFakeChain({ id: 1, slug: 'one', now: Date.now });
  const two = createFakeChain({ id: 2, slug: 'two', now: Date.now });
  return { one, two, ...(await quoteOver(createChains([one.chain, two.chain]), store)) };
}

/** Creates the quoter over any chains that have these assets. */
export async function quoteOver(
  chains: Chains,
  store: Pick<TestSettlement, 'saveRequest'>,
): Promise<Quoting> {
  const prices = createFixedPrices({ eth: '2000', weth: '2000', usdc: '1' }, Date.now);
  const account = privateKeyToAccount(
    '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  );
  const quoter = createQuoter({
    chains,
    prices,
    store,
    now: Date.now,
    randomBytes,
    hasher: await createOrderHasher(),
    signer: { address: account.address, signHash: (hash) => account.sign({ hash: toHex(hash) }) },
    policy: { ...defaultPolicy, solverChainSlug: chains.all[0]?.slug ?? '' },
  });
  return { chains, prices, quoter };
}
