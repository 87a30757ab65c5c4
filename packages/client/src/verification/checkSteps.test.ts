import type { QuoteBody, Step } from '@portage/core';
import { describe, expect, it } from 'vitest';
import {
  chains,
  codec,
  filler,
  request,
  requestId,
  solver,
  stranger,
  user,
} from '../../test/fixtures.js';
import { chainsWith, contextOf, refusalOf, shownOrder } from '../../test/refusals.js';
import { checkAuthorizations } from './checkAuthorizations.js';
import { checkDepositAddress, checkNoDepositAddress } from './checkDepositAddress.js';
import { checkEndpoints } from './checkEndpoints.js';
import { checkSignature } from './checkSignature.js';

const other = `0x${'00'.repeat(32)}`;
const bare: Step = {
  id: 'deposit',
  action: 'Pay',
  description: '',
  kind: 'transaction',
  items: [],
};

describe('an endpoint of a step', () => {
  const posted = (endpoint: unknown): Step => ({
    ...bare,
    items: [{ status: 'incomplete', data: { post: { endpoint } } }],
  });
  const checked = (endpoint: string): Step => ({
    ...bare,
    items: [{ status: 'incomplete', data: {}, check: { endpoint, method: 'GET' } }],
  });
  const run = (step: Step) => refusalOf(() => checkEndpoints([step], requestId));

  it.each<[string, Step]>([
    ['of a step that names no request', bare],
    ['of a step that names this request', { ...bare, requestId }],
    ['that asks for no request', checked('/intents/status')],
    ['that asks for this request', checked(`/intents/status/v3?requestId=${requestId}`)],
    ['that is absent from what is posted', posted(undefined)],
    ['that takes what is posted', posted('/execute/permits')],
  ])('is accepted %s', async (_, step) => {
    expect(await run(step)).toBe('accepted');
  });

  const outside = 'a step names an endpoint outside the service.';
  it.each<[string, object, Step]>([
    [
      'of a step of another request',
      {
        check: 'endpoint',
        expected: requestId,
        actual: other,
        message: 'a step belongs to another request.',
      },
      { ...bare, requestId: other },
    ],
    [
      'on another host',
      { check: 'endpoint', actual: 'https://evil.example/', message: outside },
      checked('https://evil.example/'),
    ],
    ['that is a number', { check: 'endpoint', actual: '7', message: outside }, posted(7)],
    [
      'that is a list whose text would be a path',
      { check: 'endpoint', actual: '["/execute/permits"]', message: outside },
      posted(['/execute/permits']),
    ],
    [
      'that asks for another request',
      {
        check: 'endpoint',
        expected: requestId,
        actual: other,
        message: 'a step asks for the status of another request.',
      },
      checked(`/intents/status/v3?requestId=${other}`),
    ],
  ])('is refused %s', async (_, refusal, step) => {
    expect(await run(step)).toEqual(refusal);
  });
});

describe('a deposit address', () => {
  const withAddresses = {
    ...codec,
    depositAddress: (_: string, { depositor }: { readonly depositor: string }) =>
      depositor === user ? filler : stranger,
  };
  const listed = chainsWith(8453, ({ protocol }) => (protocol.v2.depositAddresses = filler));
  const shown = (depositAddress?: string): Step => ({ ...bare, depositAddress });
  const body: Partial<QuoteBody> = { useDepositAddress: true };

  it('need not be in every step, and is the same in those that show it', async () => {
    const context = contextOf({ body, chains: listed, codec: withAddresses });
    expect(checkDepositAddress([shown(), shown(''), shown(filler)], requestId, context)).toBe(
      filler,
    );
    expect(
      await refusalOf(() =>
        checkDepositAddress([shown(filler), shown(stranger)], requestId, context),
      ),
    ).toEqual({
      check: 'deposit-address',
      expected: filler,
      actual: stranger,
      message: 'a step shows another deposit address.',
    });
  });

  it.each([
    ['no codec computes them', { chains: listed, codec }],
    ['the trusted list names no contract for them', { chains, codec: withAddresses }],
  ])('is refused where %s', async (_, circumstances) => {
    const context = contextOf({ body, ...circumstances });
    expect(await refusalOf(() => checkDepositAddress([shown(filler)], requestId, context))).toEqual(
      {
        check: 'deposit-address',
        actual: JSON.stringify([filler]),
        message: 'deposit addresses of base cannot be computed.',
      },
    );
  });

  it('is refused in any step where none was asked for', async () => {
    expect(await refusalOf(() => checkNoDepositAddress([shown(), shown('')]))).toBe('accepted');
    expect(await refusalOf(() => checkNoDepositAddress([shown(), shown(stranger)]))).toEqual({
      check: 'deposit-address',
      actual: stranger,
      message: 'a step shows a deposit address that was not asked for.',
    });
  });
});

describe('the signature of an order', () => {
  it('is accepted of its solver', async () => {
    const { protocol } = await shownOrder();
    expect(await refusalOf(() => checkSignature(protocol))).toBe('accepted');
  });

  it('is refused of another account', async () => {
    const { protocol } = await shownOrder();
    protocol.orderId = other;
    expect(await refusalOf(() => checkSignature(protocol))).toEqual({
      check: 'order-signature',
      expected: solver.address,
      actual: protocol.orderSignature,
      message: 'the order is not signed by its solver.',
    });
  });

  it('is refused where it is missing', async () => {
    const { protocol } = await shownOrder();
    delete protocol.orderSignature;
    expect(await refusalOf(() => checkSignature(protocol))).toEqual({
      check: 'order-signature',
      message: 'the order signature is missing.',
    });
  });
});

describe('an authorization', () => {
  const authorization = (chainId: number) => ({
    chainId,
    address: stranger,
    nonce: 0,
    yParity: 0,
    r: other,
    s: other,
  });

  it('is refused among others where it holds on every chain', () => {
    const authorizationList = [authorization(10), authorization(0)];
    expect(() => {
      checkAuthorizations({ ...request, authorizationList }, 10);
    }).toThrow(
      expect.objectContaining({
        message:
          'The quote was refused (request): an authorization is not for the destination chain alone.',
        hint: 'Sign it for the destination chain. For chain 0 it holds on every chain.',
        context: { check: 'request', expected: '10', actual: '0' },
      }),
    );
  });
});
