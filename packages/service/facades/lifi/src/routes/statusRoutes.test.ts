import type { RequestEntry } from '@portage/core';
import { expect, test } from 'vitest';
import { callRoute, fakeQuote, places } from '../../test/fakeCall.js';

const { payer } = places;
const { requestId, details } = fakeQuote();

function entry(status: RequestEntry['status']): RequestEntry {
  const onchain = { type: 'onchain' as const };
  return {
    id: requestId,
    status,
    user: payer,
    recipient: payer,
    referrer: 'app',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:01.000Z',
    depositAddress: null,
    data: {
      failReason: 'N/A',
      refundFailReason: 'N/A',
      inTxs: [{ ...onchain, hash: '0xaa', chainId: 1 }],
      outTxs: [{ ...onchain, hash: '0xbb', chainId: 10, fee: '21' }],
      amountOut: '997400',
      refundCurrencyData: details.refundCurrency,
      metadata: details,
    },
  };
}

test.each([
  ['waiting', 'NOT_FOUND', undefined],
  ['expired', 'NOT_FOUND', undefined],
  ['depositing', 'PENDING', 'WAIT_SOURCE_CONFIRMATIONS'],
  ['pending', 'PENDING', 'WAIT_DESTINATION_TRANSACTION'],
  ['submitted', 'PENDING', 'WAIT_DESTINATION_TRANSACTION'],
  ['success', 'DONE', 'COMPLETED'],
  ['refund', 'DONE', 'REFUNDED'],
  ['failure', 'FAILED', 'UNKNOWN_FAILED_ERROR'],
] as const)('%s is %s %s', async (ours, status, substatus) => {
  const { answer, asked } = await callRoute(
    'GET /status',
    { query: { txHash: '0xaa', bridge: 'portage' } },
    { requests: { requests: [entry(ours)] } },
  );
  expect(asked[0]).toEqual({ endpoint: 'requests', question: { query: { hash: '0xaa' } } });
  expect(answer).toMatchObject({
    status,
    sending: { txHash: '0xaa', txLink: 'https://explorer.example/tx/0xaa' },
  });
  expect(Reflect.get(answer as object, 'substatus')).toBe(substatus);
});

test('what arrived is told, and what was given back', async () => {
  const ask = async (status: RequestEntry['status']): Promise<unknown> =>
    (
      await callRoute(
        'GET /status',
        { query: { txHash: '0xaa' } },
        { requests: { requests: [entry(status)] } },
      )
    ).answer;
  expect(await ask('success')).toMatchObject({
    receiving: { txHash: '0xbb', amount: '997400', gasAmount: '21', token: { chainId: 10 } },
  });
  expect(await ask('refund')).toMatchObject({
    receiving: { amount: '1000000', token: { chainId: 1 } },
  });
  expect(await ask('pending')).toMatchObject({ receiving: { chainId: 10 } });
});

test('an unknown transaction is not found, and one that is not named is refused', async () => {
  expect((await callRoute('GET /status', { query: { txHash: '0xcc' } })).answer).toMatchObject({
    status: 'NOT_FOUND',
    sending: { txHash: '0xcc' },
  });
  expect((await callRoute('GET /status')).code).toBe('OTHER');
});

test('transfers of a wallet are its requests', async () => {
  const { answer } = await callRoute(
    'GET /analytics/transfers',
    { query: { wallet: payer, status: 'DONE' } },
    { requests: { requests: [entry('success'), entry('pending')] } },
  );
  expect(answer).toMatchObject({ transfers: [{ status: 'DONE' }] });
});
