import { randomBytes } from 'node:crypto';
import { systemClock } from '@portage/core';
import { createChains } from '@portage/core/chain';
import type { TestSettlement } from '@portage/settlement/testing';
import { createFakeChain, type FakeChain } from '@portage/testing';
import { completePolicy, type PolicyChanges } from '../src/index.js';
import { canSpend, type ChainContext } from '../src/context.js';

/** A context on a chain in memory; it has no database, because deciding needs none. */
export function createChainContext(policy: PolicyChanges = {}): {
  readonly context: ChainContext;
  readonly fake: FakeChain;
} {
  const fake = createFakeChain({ id: 2, slug: 'two' });
  const { chain } = fake;
  if (!canSpend(chain)) throw new Error('a fake chain spends');
  const now = (): number => fake.tip().time * 1000;
  const price = (usd: bigint) => ({ value: { usdE12: usd * 10n ** 12n }, observedAt: now() });
  const refused = {
    get: () => {
      throw new Error('deciding asks no database');
    },
  };
  // A context needs them; no decision does.
  const settlement = new Proxy({} as TestSettlement, refused);
  const leases = new Proxy({} as TestSettlement['leases'], refused);
  const prices = (id: string) => price(id === 'usdc' ? 1n : 2_000n);
  return {
    fake,
    context: {
      chain,
      chains: createChains([chain]),
      settlement,
      leases,
      prices,
      clock: { ...systemClock, now },
      randomBytes,
      log: () => undefined,
      worker: 'test',
      policy: completePolicy(policy),
    },
  };
}
