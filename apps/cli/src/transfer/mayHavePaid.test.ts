import { initialProgress, reduceProgress, type Progress, type ProgressEvent } from '@portage/sdk';
import { expect, it } from 'vitest';
import { makeQuote } from '../../../../packages/client/test/fixtures.js';
import { mayHavePaid } from './mayHavePaid.js';

const after = async (...events: ProgressEvent[]): Promise<Progress> =>
  events.reduce(reduceProgress, initialProgress(await makeQuote()));

const approve = { step: 0, item: 0 };
const deposit = { step: 1, item: 0 };
const submission = { type: 'transaction', chainId: 8453, txId: '0xa1' } as const;

it('says that nothing was paid before the deposit was handed to the wallet', async () => {
  expect(mayHavePaid(await after())).toBe(false);
  expect(mayHavePaid(await after({ type: 'submitted', submission, ...approve }))).toBe(false);
});

it('says that something may be paid from then on, and where nothing is known', async () => {
  expect(mayHavePaid(await after({ type: 'submitting', ...deposit }))).toBe(true);
  expect(mayHavePaid(await after({ type: 'submitted', submission, ...deposit }))).toBe(true);
  expect(mayHavePaid(initialProgress({ requestId: '0x00', steps: [] }))).toBe(true);
});
