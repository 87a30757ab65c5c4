import { PortageError, type Quote } from '@portage/core';
import type { SendInput, SendPayment, Sends } from '@portage/core/plugin';
import { describe, expect, it } from 'vitest';
import { testChains, usdcToken } from '../test/chains.js';
import { createQuoterHarness, other, testPayer } from '../test/quoterHarness.js';
import { testSwaps } from '../test/swaps.js';

const sendId = `0x${'5e'.repeat(32)}`;

/** Sends of a test chain, with what it was asked for. */
function testSends(refusal?: PortageError) {
  const asked: SendPayment[] = [];
  const made: SendInput[] = [];
  const sends: Sends = {
    confirm: (payment) => {
      asked.push(payment);
      return refusal === undefined ? Promise.resolve() : Promise.reject(refusal);
    },
    steps: (input) => {
      made.push(input);
      const item = { status: 'incomplete' as const, data: {} };
      const step = { id: 'send' as const, action: 'Confirm', description: 'Send' };
      return { sendId, steps: [{ ...step, kind: 'transaction', items: [item] }] };
    },
  };
  return { sends, asked, made };
}

const send = {
  user: testPayer,
  recipient: other,
  originChainId: 8453,
  destinationChainId: 8453,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.base,
  amount: '42000000',
};

const units = ({ fees }: Quote) =>
  [fees.relayer, fees.relayerGas, fees.relayerService, fees.app, fees.subsidized].map(
    ({ amount }) => amount,
  );

describe('the same currency on one chain', () => {
  it('is one transfer step for all of the amount, without an order and without fees (steps#send)', async () => {
    const { sends, asked, made } = testSends();
    const { quote, saved } = createQuoterHarness({ chains: testChains({ base: { sends } }) });
    for (const tradeType of ['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT']) {
      const answer = await quote({ ...send, tradeType, slippageTolerance: '500' });
      expect(answer.details.operation).toBe('send');
      expect(answer.steps.map(({ id }) => id)).toEqual(['send']);
      expect(answer.protocol).toEqual({});
      expect(answer.details.currencyIn.amount).toBe('42000000');
      expect(answer.details.currencyOut).toMatchObject({
        amount: '42000000',
        minimumAmount: '42000000',
      });
      expect(units(answer)).toEqual(['0', '0', '0', '0', '0']);
      expect(answer.fees.gas.amount).not.toBe('0');
      expect(saved.at(-1)).toMatchObject({ orderId: sendId, orderData: undefined });
      expect(made.at(-1)).toMatchObject({
        requestId: answer.requestId,
        payer: testPayer,
        recipient: other,
        currency: usdcToken.base,
        amount: 42_000_000n,
      });
    }
    expect(asked[0]).toEqual({ currency: usdcToken.base, payer: testPayer, recipient: other });
  });

  it('shows the rent of a recipient’s new account as gas, and takes no less than it must hold', async () => {
    const { sends } = testSends();
    const gasOf = async (rent: bigint): Promise<bigint> => {
      const base = { sends, rent: () => rent, recipientState: () => ({ least: 41_000_000n }) };
      const { quote } = createQuoterHarness({ chains: testChains({ base }) });
      await expect(quote({ ...send, amount: '40999999' })).rejects.toMatchObject({
        code: 'AMOUNT_TOO_LOW',
      });
      return BigInt((await quote(send)).fees.gas.amount);
    };
    expect((await gasOf(7_000n)) - (await gasOf(0n))).toBe(7_000n);
  });

  it('is refused where the chain says that its accounts cannot make the transfer', async () => {
    const refusal = new PortageError('INVALID_RECIPIENT', { message: 'It has code.' });
    const { sends } = testSends(refusal);
    const { quote, saved } = createQuoterHarness({ chains: testChains({ base: { sends } }) });
    await expect(quote(send)).rejects.toBe(refusal);
    expect(saved).toEqual([]);
  });

  it('is refused where an account would send to itself', async () => {
    const { sends } = testSends();
    const { quote } = createQuoterHarness({ chains: testChains({ base: { sends } }) });
    await expect(quote({ ...send, recipient: testPayer })).rejects.toMatchObject({
      code: 'UNSUPPORTED_ROUTE',
    });
  });

  it('is the solver’s to pay where an order is needed: app fees, force, or nothing recognises it', async () => {
    const { sends } = testSends();
    const { quote } = createQuoterHarness({ chains: testChains({ base: { sends } }) });
    const plain = createQuoterHarness();
    for (const answer of [
      await quote({ ...send, forceSolverExecution: true }),
      await quote({ ...send, appFees: [{ recipient: other, fee: '100' }] }),
      await plain.quote(send),
    ]) {
      expect(answer.details.operation).toBe('send');
      expect(answer.steps.at(-1)!.id).toBe('deposit');
      expect(answer.protocol.v2?.orderData.output.payments[0]?.recipient).toBe(other);
      expect(answer.fees.relayer.amount).not.toBe('0');
    }
  });

  it('needs no pools, and is not ruled out with swaps before the deposit', async () => {
    const { sends } = testSends();
    const { quote } = createQuoterHarness({
      chains: testChains({ base: { sends, swaps: testSwaps() } }),
    });
    const answer = await quote({ ...send, disableOriginSwaps: true });
    expect(answer.steps.map(({ id }) => id)).toEqual(['send']);
  });
});
