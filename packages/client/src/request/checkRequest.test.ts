import type { QuoteBody } from '@portage/core';
import {
  appFeeSchema,
  authorizationSchema,
  destinationTxSchema,
  quoteBodySchema,
} from '@portage/core/schemas';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { chains, makeExecutor, makeQuote, request } from '../../test/fixtures.js';
import { startService } from '../../test/startService.js';
import { createClient, getPrice, getQuote, verifyQuote } from '../index.js';
import { requestMembers } from './requestMembers.js';

/** Outcome of asking for a quote, and how often the service was asked. */
async function ask(body: unknown): Promise<{ readonly error: unknown; readonly asked: number }> {
  const quote = await makeQuote();
  let asked = 0;
  const service = await startService((_, answer) => {
    asked += 1;
    answer.json(200, quote);
  });
  const client = createClient({ baseUrl: service.url });
  const error: unknown = await getQuote(client, body as QuoteBody).then(
    () => undefined,
    (fault: unknown) => fault,
  );
  return { error, asked };
}

describe('a quote request', () => {
  it('knows the members that the service knows', () => {
    const { shape } = quoteBodySchema;
    const [, instruction] = shape.txs.unwrap().element.options;
    const schemas = {
      '': quoteBodySchema,
      txs: { shape: { ...destinationTxSchema.shape, ...instruction.shape } },
      appFees: appFeeSchema,
      authorizationList: authorizationSchema,
      additionalData: shape.additionalData.unwrap(),
    };
    expect(Object.keys(requestMembers)).toHaveLength(Object.keys(schemas).length);
    for (const [name, schema] of Object.entries(schemas))
      expect([...requestMembers[name]!].sort()).toEqual(Object.keys(schema.shape).sort());
  });

  it.each<[string, unknown, string, string]>([
    ['recipent', { ...request, recipent: request.user }, 'recipent', 'Did you mean recipient?'],
    ['refundto', { ...request, refundto: request.user }, 'refundto', 'Did you mean refundTo?'],
    ['colour', { ...request, colour: 'red' }, 'colour', 'Leave it out.'],
    [
      'a member of a fee',
      { ...request, appFees: [{ recipient: request.user, fees: '10' }] },
      'appFees.fees',
      'Did you mean fee?',
    ],
    [
      'a member of a call',
      { ...request, txs: [{ to: request.user, value: '1', data: '0x', gas: 1 }] },
      'txs.gas',
      'Leave it out.',
    ],
  ])('with %s is refused before it is asked for', async (_, body, path, hint) => {
    const { error, asked } = await ask(body);
    expect(error).toMatchObject({
      code: 'INVALID_REQUEST',
      hint,
      details: [{ path, message: 'is no member of a quote request' }],
    });
    expect(asked).toBe(0);
  });

  it.each(['user', 'originChainId', 'destinationChainId', 'amount'] as const)(
    'without %s is refused before it is asked for',
    async (name) => {
      const { error, asked } = await ask({ ...request, [name]: undefined });
      expect(error).toMatchObject({
        code: 'INVALID_REQUEST',
        message: `${name}: is missing`,
        hint: 'Pass user, originChainId, destinationChainId, amount.',
      });
      expect(asked).toBe(0);
      const quote = await makeQuote();
      const options = { request: { ...request, [name]: undefined }, chains };
      const verified = verifyQuote(quote, { ...options, executors: [makeExecutor()] });
      await expect(verified).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );

  it('that is none is refused', async () => {
    const given: readonly unknown[] = [undefined, null, 5, 'base', []];
    for (const body of given) {
      const { error, asked } = await ask(body);
      expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(asked).toBe(0);
    }
  });

  it('with what is left undefined is asked for, and a price too', async () => {
    expect((await ask({ ...request, refundTo: undefined })).error).toBeUndefined();
    const service = await startService((_, answer) => answer.json(200, {}));
    const client = createClient({ baseUrl: service.url });
    const price = getPrice(client, { ...request, recipent: '' } as QuoteBody);
    await expect(price).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('names its chains and its amount in the type', () => {
    type Named = Pick<QuoteBody, 'originChainId' | 'destinationChainId' | 'amount'>;
    expectTypeOf<Named>().toEqualTypeOf<{
      originChainId: number;
      destinationChainId: number;
      amount: string;
    }>();
  });
});
