import { standardError } from '@portage/core';
import { defineExecutor, type Effect, type Executor } from '@portage/core/executor';
import type { FakeChain } from './createFakeChain.js';
import { fakeCodec } from './fakeCodec.js';
import { fakeItemSchema, type FakeItem } from './fakeSteps.js';
import type { FakeAction } from './fakeTransaction.js';

/** Options of a fake executor. */
export interface FakeExecutorOptions {
  /** Account of the wallet. */
  readonly address: string;
  /** Chains that the wallet knows. */
  readonly chains: readonly FakeChain[];
  /** Called before each transaction; `false` declines it. Always `true` by default. */
  readonly approve?: (item: FakeItem) => boolean | Promise<boolean>;
}

/**
 * Makes an executor for items of fake chains. `confirm` waits for a block, which the test makes.
 *
 * @example
 * ```ts
 * const executor = createFakeExecutor({
 *   address: fakeAddress('alice'),
 *   chains: [createFakeChain({ id: 1, slug: 'one' })],
 * });
 * ```
 */
export function createFakeExecutor({
  address,
  chains,
  approve = () => true,
}: FakeExecutorOptions): Executor {
  const find = (chainId: number): FakeChain => {
    const found = chains.find(({ chain }) => chain.id === chainId);
    if (found === undefined) throw standardError('WRONG_CHAIN', { context: { chainId } });
    return found;
  };
  return defineExecutor({
    vm: 'fake',
    codec: fakeCodec,
    read: (data) => fakeItemSchema.safeParse(data).data,
    address: async () => address,
    effects: (item) => [toEffect(item)],
    submit: async (item, { signal }) => {
      refuseAborted(signal);
      const chain = find(item.chainId);
      if (!(await approve(item))) throw standardError('WALLET_REJECTED');
      // A person may take their time; what was aborted meanwhile is not sent.
      refuseAborted(signal);
      return {
        type: 'transaction',
        chainId: item.chainId,
        txId: chain.send(address, [toAction(item)]),
      };
    },
    confirm: async (submission, { signal }) => {
      if (submission.type !== 'transaction') return;
      const chain = find(submission.chainId);
      for (;;) {
        refuseAborted(signal);
        const mined = chain.transaction(submission.txId);
        if (mined?.status === 'mined') return;
        if (mined?.status === 'reverted')
          throw standardError('TRANSACTION_REVERTED', { context: { txId: submission.txId } });
        await chain.changed(signal);
      }
    },
  });
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw standardError('EXECUTION_ABORTED', { cause: signal.reason });
}

function toEffect(item: FakeItem): Effect {
  const { chainId, currency } = item;
  const amount = BigInt(item.amount);
  switch (item.action) {
    case 'deposit':
      return {
        type: 'deposit',
        chainId,
        depository: item.depository,
        currency,
        amount,
        orderId: item.orderId,
        depositor: item.depositor,
      };
    case 'approve':
      return { type: 'approval', chainId, spender: item.spender, currency, amount };
    case 'transfer':
      return { type: 'payment', chainId, recipient: item.recipient, currency, amount };
  }
}

function toAction(item: FakeItem): FakeAction {
  const amount = BigInt(item.amount);
  const { currency } = item;
  switch (item.action) {
    case 'deposit':
      return {
        type: 'deposit',
        orderId: item.orderId,
        depositor: item.depositor,
        currency,
        amount,
      };
    case 'approve':
      return { type: 'approve', currency, spender: item.spender, amount };
    case 'transfer':
      return { type: 'transfer', currency, recipient: item.recipient, amount };
  }
}
