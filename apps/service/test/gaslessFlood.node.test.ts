import { join } from 'node:path';
import { Money } from '@portage/core';
import type { ExecutionTerms } from '@portage/settlement';
import { sizeOf } from '@portage/testing';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import {
  batchReader,
  deployBatchContracts,
  quoteGasless,
  signBatch,
  type BatchContracts,
} from './gaslessBatch.js';
import { openBeside, openStopped } from './openDatabase.js';
import type { ServiceProcess } from './startProcess.js';
import { post } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

/** Batches of many payers that each pass in a simulation, and burn all their gas in one block. */
const flood = sizeOf({ daily: 60, nightly: 300 });
/** Gas that each of them asks for beyond its deposit. */
const originGasOverhead = 2_000_000;
/** Batches with the key of a sponsor. */
const sponsored = 6;

const local = useDevnet({ accounts: flood + sponsored });
let contracts: BatchContracts;
let apiKey: string;
let sponsorKey: string;
let service: ServiceProcess;
let dataDir: string;

beforeAll(async () => {
  dataDir = join(local.directory, 'data');
  contracts = await deployBatchContracts(local.devnet);
  const first = local.start('data');
  await first.url;
  await first.stop();
  const store = await openStopped(dataDir, local.devnet);
  apiKey = (await store.keys.create({ name: 'flood' })).secret;
  sponsorKey = (await store.keys.create({ name: 'shop', sponsor: 'shop' })).secret;
  await store.close();
  service = local.start('data');
});

/** Submission of one account, and what became of it. */
interface Submitted {
  readonly account: string;
  readonly requestId: string;
  readonly answer: { readonly status: number; readonly body: unknown };
}

/** Quotes and signs batches of accounts with the trap before them, then posts all at once. */
async function submitAtOnce(
  url: string,
  [from, to]: readonly [number, number],
  key: string,
): Promise<readonly Submitted[]> {
  const accounts = local.devnet.description.accounts
    .slice(from, to)
    .map(({ privateKey }) => privateKeyToAccount(privateKey));
  const signed = await Promise.all(
    accounts.map(async (account) => {
      const quote = await quoteGasless(url, local.devnet, account, {
        originGasOverhead,
        apiKey: key,
      });
      const body = await signBatch(account, quote, contracts);
      return { account: account.address.toLowerCase(), requestId: quote.requestId, body };
    }),
  );
  return Promise.all(
    signed.map(async ({ account, requestId, body }) => ({
      account,
      requestId,
      answer: await post(url, '/execute', body, { 'x-api-key': key }),
    })),
  );
}

/** Transactions of the solver that reverted since a block. */
async function revertedSince(height: bigint) {
  const reader = batchReader(local.devnet);
  const solver = local.devnet.description.roles.solver.address.toLowerCase();
  const reverted: { readonly to: string; readonly gasUsed: bigint; readonly cost: bigint }[] = [];
  for (let number = height; number <= (await reader.getBlockNumber()); number += 1n) {
    const { transactions } = await reader.getBlock({ blockNumber: number });
    for (const hash of transactions) {
      const receipt = await reader.getTransactionReceipt({ hash });
      const { from, to, status, gasUsed, effectiveGasPrice } = receipt;
      if (from === solver && status === 'reverted')
        reverted.push({ to: to ?? '', gasUsed, cost: gasUsed * effectiveGasPrice });
    }
  }
  return reverted;
}

test('N14: batches of a whole flood at once burn no more gas than an API key may, and the rest is refused', async () => {
  const url = await service.url;
  const height = await batchReader(local.devnet).getBlockNumber();
  const answers = await submitAtOnce(url, [0, flood], apiKey);
  const accepted = answers.filter(({ answer }) => answer.status === 200);
  for (const { requestId } of accepted) await watchStatus(url, requestId);
  const burned = (await revertedSince(height)).reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
  expect(burned).toBeGreaterThan(2_000_000n);
  expect(burned).toBeLessThanOrEqual(40_000_000n);
  expect(accepted.length).toBeLessThanOrEqual(9);
  // On a slow machine some quotes have expired by then, which is refused too.
  expect(answers.map(({ answer }) => answer.body)).toContainEqual(
    expect.objectContaining({ code: 'DELEGATION_REDEEM_FAILED' }),
  );
});

test('a sponsor whose balance covers them pays for the gas of batches that fail', async () => {
  const url = await service.url;
  const store = await openBeside(dataDir, local.devnet);
  try {
    const [refused] = await submitAtOnce(url, [flood, flood + 1], sponsorKey);
    expect(refused?.answer).toMatchObject({
      status: 400,
      body: { code: 'SPONSOR_BALANCE_TOO_LOW' },
    });
    const credit = 10_000_000_000n;
    await store.sponsors.credit({ account: 'shop', microUsd: credit, ref: 'payment' });
    const height = await batchReader(local.devnet).getBlockNumber();
    const answers = await submitAtOnce(url, [flood, flood + sponsored], sponsorKey);
    const failed: Submitted[] = [];
    for (const submitted of answers.filter(({ answer }) => answer.status === 200)) {
      const last = (await watchStatus(url, submitted.requestId)).at(-1);
      if (last?.status === 'failure') failed.push(submitted);
    }
    expect(failed.length).toBeGreaterThan(0);
    const reverted = await revertedSince(height);
    let charged = 0n;
    for (const { account, requestId } of failed) {
      const cost = reverted
        .filter(({ to }) => to === account)
        .reduce((sum, each) => sum + each.cost, 0n);
      expect(cost).toBeGreaterThan(0n);
      const [{ sponsor } = { sponsor: undefined }] = await store.query<{
        sponsor: ExecutionTerms['gaslessSponsor'];
      }>(
        `select execution_terms -> 'gaslessSponsor' as sponsor from requests where hash_text(id) = $1`,
        [requestId],
      );
      charged += Money.usdUp(cost, 18, { usdE12: BigInt(sponsor?.usdE12 ?? 0) });
    }
    await expect
      .poll(() => store.ledger.balance('sponsor:shop', 'usd'), { interval: 500 })
      .toBe(credit - charged);
    expect(await store.ledger.audit()).toEqual([]);
  } finally {
    await store.close();
  }
});
