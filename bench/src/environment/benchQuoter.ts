import { randomBytes } from 'node:crypto';
import type { Chains } from '@portage/core/chain';
import { devnetPrices } from '@portage/devnet';
import { createOrderHasher } from '@portage/order/hasher';
import { createFixedPrices } from '@portage/prices';
import { createQuoter, defaultPolicy, type Quoter } from '@portage/quoter';
import { orderKeyOf, type Configuration } from '@portage/service';
import type { Settlement } from '@portage/settlement';
import { privateKeyToAccount } from 'viem/accounts';

/** Parts that a benchmark gives its quoter. */
export interface BenchQuoterOptions {
  readonly configuration: Configuration;
  readonly chains: Chains;
  readonly saveRequest: Settlement['saveRequest'];
}

/** Quoter as the service makes it, with storage of the benchmark's choice. */
export async function createBenchQuoter(options: BenchQuoterOptions): Promise<Quoter> {
  const { configuration, chains, saveRequest } = options;
  const solver = privateKeyToAccount(orderKeyOf(configuration.keys));
  return createQuoter({
    chains,
    prices: createFixedPrices(devnetPrices, Date.now),
    store: { saveRequest },
    hasher: await createOrderHasher(),
    signer: {
      address: solver.address.toLowerCase(),
      signHash: (hash) => solver.sign({ hash: `0x${Buffer.from(hash).toString('hex')}` }),
    },
    policy: {
      ...defaultPolicy,
      solverChainSlug: chains.all[0]?.slug ?? defaultPolicy.solverChainSlug,
    },
    now: Date.now,
    randomBytes,
  });
}
