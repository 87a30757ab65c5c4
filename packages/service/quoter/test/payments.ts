import { zeroAddress } from '@portage/core';
import type { DepositAddresses, OrderCalls, Permits, GaslessDeposits } from '@portage/core/chain';
import { dai, inText, usdcToken } from './chains.js';

const unused = (): never => {
  throw new Error('Quotes do not ask this.');
};

/** Addresses that say whose they are. */
export const testAddresses: DepositAddresses = {
  addressOf: ({ orderId, depositor }) => `0x${orderId.slice(2, 10)}${depositor.slice(-32)}`,
  sweep: unused,
  holdings: unused,
  receipts: unused,
};

/** Signatures for tokens: USDC counts permits, DAI is approved once. */
export const testPermits: Permits = {
  gas: ({ currency, swapGas }) => (currency === zeroAddress ? undefined : 120_000 + (swapGas ?? 0)),
  needsApproval: (currency) => currency === dai,
  readNonce: ({ currency }) =>
    Object.values(usdcToken).includes(currency) ? Promise.resolve(7n) : undefined,
  offer: (input) => ({
    steps: [
      {
        id: 'authorize',
        action: 'Sign',
        description: `Sign for ${input.currency}`,
        kind: 'signature',
        requestId: input.requestId,
        items: [{ status: 'incomplete', data: { offer: inText(input) } }],
      },
    ],
    terms: {
      kind: input.nonce === undefined ? 'permit2' : 'eip2612',
      payer: input.payer,
      currency: input.swap?.currency ?? input.currency,
      amount: (input.swap?.amount ?? input.amount).toString(),
      expiresAt: input.expiresAt,
      plan: input.orderId,
      gasLimit: 150_000 + (input.swap?.gas ?? 0),
      nonce: input.nonce?.toString(),
    },
  }),
  redeem: unused,
};

/** Accounts that can be called for their owner. */
export const testRawCalls: GaslessDeposits = {
  overheadMax: 500_000,
  checkPayer: () => Promise.resolve(),
  gas: ({ swapGas, overhead }) => 90_000 + overhead + (swapGas ?? 0),
  gasLimit: ({ swapGas, overhead }) => 140_000 + overhead + (swapGas ?? 0),
  confirm: unused,
};

/** Calls of orders, which all can work. */
export const testCalls: OrderCalls = {
  gasLimit: (calls) => 250_000 * calls.length,
  gasLimitMax: 12_000_000,
  check: () => undefined,
  confirm: () => Promise.resolve(),
};
