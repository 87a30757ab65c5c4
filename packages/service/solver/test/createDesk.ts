import { createChains, type DepositEvent, type OrderData } from '@portage/core';
import type { ClaimedSpend } from '@portage/settlement';
import type { TestSettlement } from '@portage/settlement/testing';
import { createFakeChain, fakeAddress, type FakeChain } from '@portage/testing';
import { defaultPolicy, type SolverPolicy } from '../src/index.js';
import { canSpend, type Desk } from '../src/context.js';

const usdc = fakeAddress('usdc');

/** A desk on a chain in memory; it has no database, because deciding needs none. */
export function createDesk(policy: Partial<SolverPolicy> = {}): {
  readonly desk: Desk;
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
  // A desk needs them; no decision does.
  const settlement = new Proxy({} as TestSettlement, refused);
  const leases = new Proxy({} as TestSettlement['leases'], refused);
  const prices = (id: string) => price(id === 'usdc' ? 1n : 2_000n);
  return {
    fake,
    desk: {
      chain,
      chains: createChains([chain]),
      settlement,
      leases,
      prices,
      now,
      log: () => undefined,
      worker: 'test',
      policy: { ...defaultPolicy, ...policy },
    },
  };
}

/** The job of a fill that nothing speaks against. */
export function claimedFill(
  changes: Partial<ClaimedSpend> & {
    readonly amountOut?: bigint;
    readonly deadline?: number;
    readonly recipient?: string;
  } = {},
): ClaimedSpend {
  const {
    amountOut = 900n,
    deadline = 1_800_000_000,
    recipient = fakeAddress('bob'),
    ...rest
  } = changes;
  const deposit: DepositEvent = {
    type: 'deposit',
    txId: '0xa',
    ordinal: 0,
    height: 1,
    blockHash: '0x1',
    orderId: 'order',
    depositor: 'alice',
    payer: 'alice',
    currency: usdc,
    amount: 1_000n,
  };
  const refund = {
    chainId: 'two',
    recipient: 'alice',
    currency: usdc,
    minimumAmount: '0',
    deadline,
    extraData: '0x',
  };
  const order: OrderData = {
    version: 'v1',
    solverChainId: 'one',
    solver: 'solver',
    salt: '0x1',
    inputs: [
      {
        payment: { chainId: 'one', currency: usdc, amount: '1000', weight: '1' },
        refunds: [refund],
      },
    ],
    output: {
      chainId: 'two',
      payments: [
        { recipient, currency: usdc, minimumAmount: '1', expectedAmount: amountOut.toString() },
      ],
      calls: [],
      deadline,
      extraData: '0x',
    },
    fees: [],
  };
  return {
    jobId: 1,
    kind: 'fill',
    payload: {
      chainId: 1,
      txId: '0xa',
      ordinal: 0,
      orderId: 'order',
      leg: 'main',
      deposit: '1:0xa:0',
      gross: '1000',
      reason: 'N/A',
    },
    order,
    status: 'pending',
    fillBy: 1_800_000_000_000,
    deposit,
    isFinal: true,
    finalAt: 1_700_000_000_000,
    slot: undefined,
    live: 0,
    reverted: 0,
    revertedOfPayer: 0,
    filled: false,
    isOriginHalted: false,
    ...rest,
  };
}
