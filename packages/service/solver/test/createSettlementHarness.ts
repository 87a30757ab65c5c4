import { randomBytes } from 'node:crypto';
import { systemClock, type Observed, type OrderData, type Price } from '@portage/core';
import { createChains, type Chain, type Chains } from '@portage/core/chain';
import type { RebalancePath } from '@portage/core/plugin';
import { createIndexer } from '@portage/indexer';
import type { ExecutionTerms, StoredRequest } from '@portage/settlement';
import { beginRequests, relayJob, changeRequests } from '@portage/settlement/testing';
import type { TestSettlement } from '@portage/settlement/testing';
import {
  createFakeChain,
  fakeAddress,
  fakeDepository,
  fakeNative,
  type FakeChain,
  type FakeChainOptions,
  eventually,
} from '@portage/testing';
import { expect } from 'vitest';
import {
  completePolicy,
  createSolver,
  solverFailpoints,
  type PaidFill,
  type PolicyChanges,
} from '../src/index.js';

export const usdc: string = fakeAddress('usdc');
export const alice: string = fakeAddress('alice');
export const bob: string = fakeAddress('bob');
export const mallory: string = fakeAddress('mallory');
export const solverAccount: string = fakeAddress('solver');

/** Points of fills and refunds; those of other transactions are tested with them. */
export const paymentPoints: readonly string[] = solverFailpoints.filter((point) =>
  /^(?:refund-)?(?:settlement|stored|sent)$/.test(point),
);

/** Order as a test asks for it. */
export interface OrderChanges {
  readonly amountIn?: bigint;
  readonly amountOut?: bigint;
  /** As much as `amountOut` when left out. */
  readonly minimumOut?: bigint;
  readonly fillBy?: number;
  readonly deadline?: number;
  readonly payer?: string;
  readonly recipient?: string;
  /** Account that refunds go to; the payer when left out. */
  readonly refundTo?: string;
  readonly solver?: string;
  readonly currencyOut?: string;
  readonly calls?: readonly string[];
  /** Native currency for the recipient. */
  readonly topup?: bigint;
  readonly executionTerms?: ExecutionTerms;
  readonly quote?: string;
  /** From the destination to the origin. */
  readonly reverse?: boolean;
}

export interface PlacedOrder {
  readonly requestId: string;
  readonly orderId: string;
  readonly order: OrderData;
}

export interface RunOptions {
  /** Both when left out. */
  readonly part?: 'indexer' | 'solver';
  /** Changes how the origin chain is seen and spent on. */
  readonly see?: (chain: Chain) => Chain;
  readonly failpoint?: (name: string) => void;
  readonly worker?: string;
  readonly onFill?: (fill: PaidFill) => void;
  readonly onStanding?: (chainId: number, transactions: number) => void;
  readonly policy?: PolicyChanges;
  readonly paths?: readonly RebalancePath[];
  /** Milliseconds that the clock of the process is ahead; behind where negative. */
  readonly clockShiftMs?: number;
}

/** An indexer and a solver over two chains and a database. */
export interface SettlementHarness {
  readonly origin: FakeChain;
  readonly destination: FakeChain;
  readonly settlement: TestSettlement;
  readonly logs: { readonly message: string; readonly context: unknown }[];
  place(changes?: OrderChanges): Promise<PlacedOrder>;
  request(order: PlacedOrder): Promise<StoredRequest>;
  /** Asks for a call on the origin chain, on which the request waits. */
  call(order: PlacedOrder, data: string, options?: { readonly until?: number }): Promise<void>;
  /** Books money that a sponsor brought. */
  sponsor(account: string, microUsd: bigint): Promise<void>;
  /** Starts an indexer and a solver; the returned function stops them as a process that ends. */
  start(options?: RunOptions): () => Promise<void>;
  /** Makes blocks on both chains until the condition holds. */
  until(condition: () => Promise<boolean> | boolean, mine?: boolean): Promise<void>;
  /** Makes blocks until the request has this status and nothing of ours is open. */
  untilStatus(order: PlacedOrder, status: StoredRequest['status']): Promise<void>;
  /** Makes blocks until nothing of ours is open. */
  untilSettled(): Promise<void>;
  /** Everything that must be true once nothing is open. */
  expectSound(): Promise<void>;
  halted(chain: FakeChain): Promise<string | null>;
}

const quick: PolicyChanges = {
  transactions: { monitorMs: 15, rebroadcastMs: 60, bumpAfterBlocks: 100_000, sequenceWaitMs: 100 },
  work: { pollMs: 30, probeMs: 50 },
  balances: {
    intervalMs: 50,
    // Longer than a reorg takes to be seen on a busy machine.
    capitalWaitMs: 1_000,
  },
  collections: { intervalMs: 50 },
  rebalancing: { intervalMs: 30 },
};

const price = (usd: bigint): Observed<Price> => ({
  value: { usdE12: usd * 10n ** 12n },
  observedAt: Date.now(),
});

const randomId = (): string => `0x${randomBytes(32).toString('hex')}`;

function draft(one: string, two: string, changes: OrderChanges): OrderData {
  const { amountIn = 1_000_000n, amountOut = 990_000n, payer = alice, recipient = bob } = changes;
  const deadline = changes.deadline ?? Math.floor(Date.now() / 1000) + 86_400;
  const refund = (chainId: string) => ({
    chainId,
    recipient: changes.refundTo ?? payer,
    currency: usdc,
    minimumAmount: '0',
    deadline,
    extraData: '0x',
  });
  const calls = [...(changes.calls ?? [])];
  const topup =
    changes.topup === undefined
      ? []
      : [
          {
            recipient,
            currency: fakeNative,
            minimumAmount: changes.topup.toString(),
            expectedAmount: changes.topup.toString(),
          },
        ];
  return {
    version: 'v1',
    solverChainId: one,
    solver: changes.solver ?? solverAccount,
    salt: randomId(),
    inputs: [
      {
        payment: { chainId: one, currency: usdc, amount: amountIn.toString(), weight: '1' },
        refunds: [refund(one), refund(two)],
      },
    ],
    output: {
      chainId: two,
      payments: [
        {
          recipient,
          currency: changes.currencyOut ?? usdc,
          minimumAmount: (changes.minimumOut ?? amountOut).toString(),
          expectedAmount: amountOut.toString(),
        },
        ...topup,
      ],
      calls,
      deadline,
      extraData: '0x',
    },
    fees: (changes.executionTerms?.appFees ?? []).map(({ account, amount }) => ({
      recipientChainId: one,
      recipient: account,
      currencyChainId: one,
      currency: usdc,
      amount,
    })),
  };
}

export function createSettlementHarness(
  settlement: TestSettlement,
  options: {
    readonly origin?: Partial<FakeChainOptions>;
    readonly destination?: Partial<FakeChainOptions>;
  } = {},
): SettlementHarness {
  const now = (): number => Date.now();
  const origin = createFakeChain({ id: 1, slug: 'one', now, ...options.origin });
  const destination = createFakeChain({ id: 2, slug: 'two', now, ...options.destination });
  const chains: Chains = createChains([origin.chain, destination.chain]);
  const prices = (id: string): Observed<Price> | undefined =>
    ({ eth: price(2_000n), weth: price(2_000n), usdc: price(1n) })[id];
  const logs: SettlementHarness['logs'] = [];
  const log = (message: string, context?: unknown): void => void logs.push({ message, context });
  for (const account of [alice, mallory]) {
    for (const currency of [usdc, fakeNative])
      for (const chain of [origin, destination]) chain.credit(account, currency, 10n ** 24n);
  }

  const request = async ({ requestId }: PlacedOrder): Promise<StoredRequest> => {
    const found = await settlement.getRequest(requestId);
    if (found === undefined) throw new Error('the request is stored');
    return found;
  };

  const reach: SettlementHarness['until'] = async (condition, mine = true) => {
    const look = async (): Promise<boolean> => {
      if (await condition()) return true;
      if (mine) for (const chain of [origin, destination]) chain.mine();
      return false;
    };
    const log = (): string => JSON.stringify(logs.slice(-8));
    await eventually(look, Boolean, { what: 'the state that a test wants', everyMs: 15, log });
  };

  const open = async (): Promise<number> => {
    const [row] = await settlement.query<{ count: number }>(
      `select ((select count(*) from outbox where state in ('stored', 'sent')) + (select count(*) from jobs)
         + (select count(*) from deposits where state = 'seen') + (select count(*) from settlements where settled_at is null))::int as count`,
    );
    return row?.count ?? 0;
  };

  /** A solver reads what it holds when it starts, which a short test may be faster than. */
  async function isInventoryRead(): Promise<boolean> {
    const [row] = await settlement.query<{ count: number }>(
      'select count(*)::int as count from inventory',
    );
    return row?.count === origin.chain.assets.length + destination.chain.assets.length;
  }

  async function expectBooks(chain: FakeChain): Promise<void> {
    for (const currency of chain.chain.assets.map(({ address }) => address)) {
      const asset = `${chain.chain.id}:${currency}`;
      const balances = await settlement.query<{ account: string; balance: bigint }>(
        'select account, balance from ledger_balances where asset = $1',
        [asset],
      );
      const sum = (test: (account: string) => boolean): bigint =>
        balances
          .filter(({ account }) => test(account))
          .reduce((total, { balance }) => total + balance, 0n);
      const depository = sum((account) =>
        /^(?:escrow:|solver:|app-fee:|withdrawable:|suspense$|pnl$|collected$)/.test(account),
      );
      expect({ asset, depository }).toEqual({
        asset,
        depository: chain.balance(fakeDepository, currency),
      });
      const [row] = await settlement.query<{ balance: bigint; reserved: bigint }>(
        'select balance, reserved from inventory where chain_id = $1 and currency = $2',
        [chain.chain.id, currency],
      );
      expect({ asset, ...row }).toEqual({
        asset,
        balance: chain.balance(solverAccount, currency),
        reserved: 0n,
      });
      expect(sum((account) => account.startsWith('inventory:'))).toBe(row?.balance);
    }
  }

  return {
    origin,
    destination,
    settlement,
    logs,
    place: async (changes = {}) => {
      const [from, to] =
        changes.reverse === true
          ? [destination.chain, origin.chain]
          : [origin.chain, destination.chain];
      const order = draft(from.slug, to.slug, changes);
      const placed = { requestId: randomId(), orderId: randomId(), order };
      await settlement.saveRequest({
        id: placed.requestId,
        orderId: placed.orderId,
        originChainId: from.id,
        destinationChainId: to.id,
        payer: changes.payer ?? alice,
        recipient: changes.recipient ?? bob,
        quote: changes.quote ?? '{}',
        ...(changes.executionTerms === undefined
          ? {}
          : { executionTerms: JSON.stringify(changes.executionTerms) }),
        orderData: JSON.stringify(order),
        createdAt: Date.now(),
        fillBy: changes.fillBy ?? Date.now() + 3_600_000,
      });
      return placed;
    },
    request,
    call: async ({ orderId }, data, { until: end } = {}) => {
      const job = relayJob({
        chainId: origin.chain.id,
        orderId,
        leg: 'pull',
        to: mallory,
        data,
        gasLimit: 100_000,
        until: end,
        endsRequest: true,
      });
      await settlement.transaction(async (tx) => {
        await beginRequests(tx, [orderId]);
        await changeRequests(tx, settlement.hub, [{ orderId, events: ['depositSent'] }]);
        await settlement.jobs.add(tx, [job]);
      });
    },
    sponsor: async (account, microUsd) => {
      await settlement.sponsors.credit({ account, microUsd, ref: randomId() });
    },
    start: (run = {}) => {
      const abort = new AbortController();
      const failpoint = (name: string): void => {
        if (abort.signal.aborted) throw new Error('killed');
        try {
          run.failpoint?.(name);
        } catch (error) {
          abort.abort();
          throw error;
        }
      };
      const { clockShiftMs = 0 } = run;
      const clock = { ...systemClock, now: () => Date.now() + clockShiftMs };
      const shared = { chains, settlement, prices, clock, log, failpoint };
      const seen = createChains([run.see?.(origin.chain) ?? origin.chain, destination.chain]);
      const solver = createSolver({
        ...shared,
        leases: settlement.leases,
        chains: seen,
        worker: run.worker ?? 'test',
        onFill: run.onFill,
        onStanding: run.onStanding,
        paths: () => run.paths ?? [],
        policy: completePolicy(run.policy, completePolicy(quick)),
      });
      const running = Promise.all([
        run.part === 'solver'
          ? undefined
          : createIndexer({ ...shared, chains: seen }).run(abort.signal),
        run.part === 'indexer' ? undefined : solver.run(abort.signal),
      ]);
      return async () => {
        abort.abort();
        await running;
      };
    },
    until: reach,
    untilStatus: (order, status) =>
      reach(async () => (await request(order)).status === status && (await open()) === 0),
    untilSettled: () => reach(async () => (await open()) === 0),
    expectSound: async () => {
      await reach(isInventoryRead, false);
      expect(await settlement.ledger.audit()).toEqual([]);
      const escrows = await settlement.query(
        `select account, balance from ledger_balances where account like 'escrow:%' and balance <> 0`,
      );
      expect(escrows).toEqual([]);
      for (const chain of [origin, destination]) await expectBooks(chain);
    },
    halted: async ({ chain }) => {
      const [row] = await settlement.query<{ halted_reason: string | null }>(
        'select halted_reason from chain_cursors where chain_id = $1',
        [chain.id],
      );
      return row?.halted_reason ?? null;
    },
  };
}
