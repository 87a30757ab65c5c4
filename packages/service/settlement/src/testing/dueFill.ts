import type { OrderData } from '@portage/core';
import type { DepositEvent } from '@portage/core/chain';
import { fakeAddress } from '@portage/testing';
import type { DuePayout } from '../payments/payouts/takePayouts.js';

const usdc = fakeAddress('usdc');

/** Parts of a fill's job that a test names. */
export interface FillChanges extends Partial<DuePayout> {
  readonly amountOut?: bigint;
  readonly deadline?: number;
  readonly recipient?: string;
}

/** The job of a fill that nothing speaks against. */
export function dueFill(changes: FillChanges = {}): DuePayout {
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
    job: {
      kind: 'fill',
      orderId: 'order',
      leg: 'main',
      chainId: 2,
      deposit: { chainId: 1, txId: '0xa', ordinal: 0 },
      amount: 1_000n,
      reason: 'N/A',
    },
    order,
    status: 'pending',
    fillBy: 1_800_000_000_000,
    deposit,
    isFinal: true,
    waitedMs: 0,
    settlement: undefined,
    attempts: 0,
    live: 0,
    reverted: 0,
    revertedOfPayer: 0,
    burnedGas: { burned: 0n, open: 0n },
    filled: false,
    isOriginHalted: false,
    isUnderReclaim: false,
    originTime: 1_700_000_000,
    ...rest,
  };
}
