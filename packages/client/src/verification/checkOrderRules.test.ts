import { hashOrder } from '@portage/order';
import { describe, expect, it } from 'vitest';
import { amount, chains, codec, solver, stranger, user } from '../../test/fixtures.js';
import {
  chainsWith,
  contextOf,
  refusalOf,
  shownOrder,
  type Circumstances,
} from '../../test/refusals.js';
import { checkOrder, type ShownOrder } from './checkOrder.js';

const verdict = async (shown: ShownOrder, circumstances?: Circumstances) =>
  await refusalOf(() => checkOrder(shown, contextOf(circumstances)));

describe('the id of an order', () => {
  it('is refused where it is not the hash of the order', async () => {
    const shown = await shownOrder();
    const { protocol } = shown;
    const hashed = hashOrder(protocol.orderData, () => codec);
    protocol.orderId = `0x${'00'.repeat(32)}`;
    expect(await verdict(shown)).toEqual({
      check: 'order-id',
      expected: hashed,
      actual: protocol.orderId,
      message: 'the order id is not the hash of the order.',
    });
  });

  it('is refused where the order cannot be hashed, and the error says why', async () => {
    const shown = await shownOrder();
    shown.protocol.orderData.output.payments[0]!.recipient = 'nobody';
    const run = () => checkOrder(shown, contextOf());
    expect(await refusalOf(run)).toEqual({
      check: 'order-id',
      actual: shown.protocol.orderId,
      message: 'the order cannot be hashed.',
    });
    expect(run).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ code: 'INVALID_ADDRESS' }) as unknown,
      }),
    );
  });

  it('may be in upper case', async () => {
    const shown = await shownOrder();
    shown.protocol.orderId = shown.protocol.orderId.toUpperCase().replace('0X', '0x');
    expect(await verdict(shown)).toBe('accepted');
  });
});

describe('the solver of an order', () => {
  const listed = (orderSigner: string | undefined, solverAddresses: string[]): Circumstances => ({
    chains: chainsWith(8453, (chain) => {
      chain.solverAddresses = solverAddresses;
      chain.protocol.v2.orderSigner = orderSigner;
    }),
  });
  it.each<[string, Circumstances, string]>([
    [
      'one of the accounts of a chain without a signer',
      listed(undefined, [stranger, solver.address]),
      'accepted',
    ],
    ['the signer, which pays from other accounts', listed(solver.address, [stranger]), 'accepted'],
    ['a paying account that is not the signer', listed(stranger, [solver.address]), 'solver'],
    ['an account of a chain that lists none', listed(undefined, []), 'solver'],
  ])('may be %s, or not', async (_, circumstances, check) => {
    const found = await verdict(await shownOrder(), circumstances);
    expect(found === 'accepted' ? found : found.check).toBe(check);
  });
});

describe('the depository of an order', () => {
  it('is refused on a chain without one, whatever accounts its codec takes for the same', async () => {
    const shown = await shownOrder();
    const context = contextOf({
      chains: chainsWith(8453, ({ protocol }) => delete protocol.v2.depository),
    });
    const origin = { ...context.origin, sameAccount: () => true };
    expect(await refusalOf(() => checkOrder(shown, { ...context, origin }))).toMatchObject({
      check: 'depository',
      expected: 'none',
    });
  });
});

describe('a refund of an order', () => {
  it('may start at the whole payment', async () => {
    const shown = await shownOrder(
      ({ inputs }) => (inputs[0]!.refunds[0]!.minimumAmount = amount.toString()),
    );
    expect(await verdict(shown)).toBe('accepted');
  });

  it('may start above the payment on the destination chain, where units are others', async () => {
    const shown = await shownOrder(
      ({ inputs }) => (inputs[0]!.refunds[1]!.minimumAmount = (amount * 2n).toString()),
    );
    expect(await verdict(shown)).toBe('accepted');
  });

  it('may end with the order', async () => {
    const shown = await shownOrder(({ output }) => (output.deadline -= 1));
    expect(await verdict(shown)).toBe('accepted');
  });

  it('goes to the recipient on the destination chain alone, where another is to be paid back', async () => {
    const body = { refundTo: stranger };
    const shown = await shownOrder(({ inputs }) => (inputs[0]!.refunds[0]!.recipient = stranger));
    expect(await verdict(shown, { body })).toBe('accepted');
    expect(await verdict(await shownOrder(), { body })).toMatchObject({
      check: 'refund',
      expected: JSON.stringify([stranger]),
      actual: user,
    });
  });
});

describe('the calls of an order', () => {
  const txs = [
    { to: stranger, value: '7', data: '0x12ab' },
    { to: user, value: '0', data: '0x' },
  ];
  const encoded = txs.map(({ to, value, data }) =>
    codec.encodeCall!({ to, value: BigInt(value), data }),
  );
  const callless = { ...codec };
  Reflect.deleteProperty(callless, 'encodeCall');

  it('are accepted in the order in which they were asked for', async () => {
    const shown = await shownOrder(({ output }) => {
      output.calls = encoded.map((call) => call.toUpperCase().replace('0X', '0x'));
    });
    expect(await verdict(shown, { body: { txs } })).toBe('accepted');
  });

  it.each<[string, string[]]>([
    ['in another order', [encoded[1]!, encoded[0]!]],
    ['of which one is missing', [encoded[0]!]],
    ['of which one is other', [encoded[0]!, encoded[0]!]],
  ])('are refused %s', async (_, calls) => {
    const shown = await shownOrder(({ output }) => (output.calls = calls));
    expect(await verdict(shown, { body: { txs } })).toEqual({
      check: 'calls',
      expected: JSON.stringify(encoded),
      actual: JSON.stringify(calls),
      message: 'the order makes other calls.',
    });
  });

  it('are refused where no codec can write them, and need none where there are none', async () => {
    const circumstances = { chains, codec: callless };
    expect(await verdict(await shownOrder(), circumstances)).toBe('accepted');
    expect(await verdict(await shownOrder(), { ...circumstances, body: { txs } })).toEqual({
      check: 'calls',
      message: 'the codec of "evm" cannot write calls.',
    });
  });
});
