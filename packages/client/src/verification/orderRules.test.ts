import type { ChainInfo, QuoteBody, Step } from '@portage/core';
import { describe, expect, it } from 'vitest';
import {
  codec,
  depository,
  depositStep,
  filler,
  now,
  requestId,
  stranger,
  usdc,
  user,
} from '../../test/fixtures.js';
import { chainsWith, contextOf, refusalOf, shownOrder } from '../../test/refusals.js';
import { orderRules } from './orderRules.js';

const permit2 = '0x8888888888888888888888888888888888888888';
const weth = '0x9999999999999999999999999999999999999999';
const listed = (contracts: Record<string, unknown>): ChainInfo[] =>
  chainsWith(8453, (chain) => (chain.contracts = contracts));

interface Asked {
  readonly body?: Partial<QuoteBody>;
  readonly contracts?: Record<string, unknown>;
  readonly steps?: readonly Step[];
}

/** The rules for what may be signed for the honest order, and its id. */
async function rulesOf({ body = {}, contracts = {}, steps = [] }: Asked = {}) {
  const shown = await shownOrder();
  const context = contextOf({ body, chains: listed(contracts) });
  const rules = await orderRules(shown, steps, context);
  return { rules, orderId: shown.protocol.orderId };
}

const transfer: Step = depositStep({ orderId: requestId, to: usdc.base });
const input = { currency: usdc.base, amount: 1_000_000n, permit: undefined };

describe('what may be signed for an order', () => {
  it('is a deposit, and an allowance for the depository alone', async () => {
    const { rules, orderId } = await rulesOf();
    const deposit = { depository, orderId };
    expect(rules).toEqual({ ...input, spenders: [depository], deposit });
  });

  it.each<[string, Step[], boolean]>([
    ['a transfer', [transfer], true],
    ['a call of the depository', [depositStep({ orderId: requestId })], false],
    ['no step', [], false],
    ['a step without items', [{ ...transfer, items: [] }], false],
    [
      'a step that names no contract',
      [{ ...transfer, items: [{ status: 'incomplete', data: {} }] }],
      false,
    ],
    [
      'a transfer before a call of the depository',
      [transfer, depositStep({ orderId: requestId })],
      false,
    ],
  ])('is one plain transfer where a direct one was asked for: %s', async (_, steps, isTransfer) => {
    const { rules, orderId } = await rulesOf({ body: { explicitDeposit: false }, steps });
    expect(rules).toEqual(
      isTransfer
        ? {
            ...input,
            spenders: [],
            payment: { recipient: depository, reference: orderId, check: 'depository' },
          }
        : { ...input, spenders: [depository], deposit: { depository, orderId } },
    );
  });

  it('is no plain transfer where none was asked for', async () => {
    const { rules } = await rulesOf({ steps: [transfer] });
    expect(rules.payment).toBeUndefined();
  });

  it('is a payment to a deposit address where one was asked for, and no allowance', async () => {
    const chains = chainsWith(8453, ({ protocol }) => (protocol.v2.depositAddresses = filler));
    const context = contextOf({
      body: { useDepositAddress: true },
      chains,
      codec: { ...codec, depositAddress: () => stranger },
    });
    expect(await orderRules(await shownOrder(), [], context)).toEqual({
      ...input,
      spenders: [],
      payment: { recipient: stranger, check: 'deposit-address' },
    });
  });

  it('is a swap by the trusted contract where the order takes another currency', async () => {
    const asked = { body: { originCurrency: weth }, contracts: { approvalProxy: filler, permit2 } };
    const { rules, orderId } = await rulesOf(asked);
    expect(rules).toMatchObject({
      currency: weth,
      amount: 1_000_000n,
      permit: undefined,
      spenders: [filler],
      swap: {
        contract: filler,
        settlement: {
          orderId,
          account: user,
          currency: usdc.base,
          // 980100 of 990000 need so much of the million.
          minimum: 990_000n,
          maximum: 1_000_000n,
          takesMore: false,
          refundTo: [user, user, user],
          now,
          deadlineMax: 4_000_000_000,
        },
      },
    });
    expect(rules.spenders).toEqual([filler]);
    expect(rules.deposit).toBeUndefined();
  });

  it('is a permit too where one was asked for, and an allowance for its contract', async () => {
    const contracts = { approvalProxy: filler, permit2 };
    const { rules } = await rulesOf({ body: { usePermit: true, permitExpiry: 40 }, contracts });
    expect(rules.spenders).toEqual([depository, permit2]);
    expect(rules.permit).toMatchObject({
      spender: filler,
      expiresAtMax: now + 100,
      // Without a swap it binds the whole payment.
      settlement: { minimum: 1_000_000n, maximum: 1_000_000n },
    });
    const swapped = await rulesOf({ body: { usePermit: true, originCurrency: weth }, contracts });
    expect(swapped.rules.spenders).toEqual([filler, permit2]);
    expect(swapped.rules.permit?.settlement.minimum).toBe(990_000n);
  });

  it.each<[string, Asked, boolean]>([
    ['none was asked for', { contracts: { approvalProxy: filler, permit2 } }, false],
    ['no contract takes one', { body: { usePermit: true }, contracts: { permit2 } }, false],
    [
      'Permit2 is not there',
      { body: { usePermit: true }, contracts: { approvalProxy: filler } },
      true,
    ],
    [
      'Permit2 is no text',
      { body: { usePermit: true }, contracts: { approvalProxy: filler, permit2: 5 } },
      true,
    ],
  ])('is no allowance for Permit2 where %s', async (_, asked, isPermit) => {
    const { rules } = await rulesOf(asked);
    expect(rules.spenders).toEqual([depository]);
    expect(rules.permit !== undefined).toBe(isPermit);
  });
});

describe('the signature of an order', () => {
  const forged = `0x${'01'.repeat(65)}`;
  const verdict = async (includeProtocolData: boolean, orderSignature: string | undefined) => {
    const shown = await shownOrder();
    shown.protocol.orderSignature = orderSignature;
    const context = contextOf({ body: { includeProtocolData } });
    const refusal = await refusalOf(() => orderRules(shown, [], context));
    return refusal === 'accepted' ? refusal : refusal.check;
  };

  it('is refused where it is forged, whether or not it was asked for', async () => {
    expect(await verdict(true, forged)).toBe('order-signature');
    expect(await verdict(false, forged)).toBe('order-signature');
  });

  it('may be missing where it was not asked for', async () => {
    expect(await verdict(false, undefined)).toBe('accepted');
    expect(await verdict(true, undefined)).toBe('order-signature');
  });
});
