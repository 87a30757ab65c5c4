import type { StoredRequest } from '@portage/settlement';
import { expect, test } from 'vitest';
import { watchSend } from './watchSend.js';

const requestId = `0x${'AB'.repeat(32)}`;
const txId = `0x${'cd'.repeat(32)}`;

/** The stored quote of a request, as the quoter writes it. */
const quoteOf = (operation: string, hasOrder: boolean): unknown => [
  1,
  'EXACT_INPUT',
  operation,
  [hasOrder, false],
  [],
  [0, 0, 0, 0, 0],
  Array.from({ length: 8 }, () => '1'),
  Array.from({ length: 6 }, () => '0'),
  null,
  ['portage', 'portage'],
  2,
  '0',
];

async function watchedFor(
  request: Partial<StoredRequest> | undefined,
  findsSwaps?: true,
): Promise<string[]> {
  const watched: string[] = [];
  const asked: string[] = [];
  await watchSend(
    {
      // Nothing else of these is read.
      chains: { byId: () => ({ observe: { sends: { findsSwaps } } }) } as unknown as Parameters<
        typeof watchSend
      >[0]['chains'],
      store: {
        getRequest: (id: string) => {
          asked.push(id);
          return Promise.resolve(request);
        },
      } as Parameters<typeof watchSend>[0]['store'],
      traces: {
        trace: () => Promise.resolve('nothing'),
        watch: (_, __, id) => watched.push(id) < 2,
      },
    },
    { requestId, chainId: 1, txId, caller: 'address 1' },
  );
  expect(asked).toEqual([requestId.toLowerCase()]);
  return watched;
}

test('only the transaction of a send that nobody has told of is looked for again', async () => {
  const open = { originChainId: 1, status: 'waiting', quote: quoteOf('send', false) } as const;
  expect(await watchedFor(open)).toEqual([txId]);
  expect(await watchedFor({ ...open, status: 'expired' })).toEqual([txId]);
  for (const other of [
    undefined,
    { ...open, originChainId: 2 },
    { ...open, status: 'success' as const },
    { ...open, quote: quoteOf('send', true) },
    { ...open, quote: quoteOf('swap', false) },
    { ...open, quote: 'nonsense' },
  ])
    expect(await watchedFor(other)).toEqual([]);
});

test('the transaction of a swap is looked for where no log tells of it', async () => {
  const swap = { originChainId: 1, status: 'waiting', quote: quoteOf('swap', false) } as const;
  expect(await watchedFor(swap, true)).toEqual([txId]);
  expect(await watchedFor({ ...swap, quote: quoteOf('swap', true) }, true)).toEqual([]);
});
