import { quoteSchema } from '@portage/core/schemas';
import { evmChain } from '@portage/devnet';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../src/index.js';
import { post, submitSignature } from './transfer.js';
import { twoChains, useDevnet } from './useDevnet.js';

const local = useDevnet(twoChains);
let service: Service;

beforeAll(async () => {
  service = await local.serve();
});

const payer = () => local.devnet.description.accounts[0]!;

function ask(): ReturnType<typeof post> {
  const usdc = (id: number): string => evmChain(local.devnet.description, id).tokens.usdc.address;
  return post(service.url ?? '', '/quote/v2', {
    user: payer().address,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: usdc(8453),
    destinationCurrency: usdc(10),
    amount: '5000000',
    usePermit: true,
  });
}

const sign = (quote: unknown): ReturnType<typeof post> =>
  submitSignature(service.url ?? '', payer().privateKey, quoteSchema.parse(quote));

async function synchronizeWith(names: string): Promise<void> {
  const { database } = service;
  await database.query(
    names === ''
      ? 'alter system reset synchronous_standby_names'
      : `alter system set synchronous_standby_names = '${names}'`,
  );
  await database.query('select pg_reload_conf()');
  await expect
    .poll(() => database.query(`select current_setting('synchronous_standby_names') as names`))
    .toEqual([{ names }]);
}

test('callers of a service whose synchronous standby is stalled are told to come again within seconds, and are served once it is healed', async () => {
  const quote = await ask();
  expect(quote.status).toBe(200);
  await synchronizeWith('nobody');
  const answers = await Promise.all([ask(), sign(quote.body)]);
  // Both were answered while the standby was still stalled.
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 503, body: { errorCode: 'SERVICE_UNAVAILABLE' } });
  expect((await fetch(`${service.url ?? ''}/health`)).status).toBe(503);
  await synchronizeWith('');
  expect((await ask()).status).toBe(200);
  // The refused submission was written all the same, and is known when it is posted again.
  expect((await sign(quote.body)).status).toBe(200);
  const metrics = await (await fetch(`${service.url ?? ''}/metrics`)).text();
  const slow = /portage_commit_seconds_bucket\{le="\+Inf"\} (\d+)/.exec(metrics)?.[1];
  const fast = /portage_commit_seconds_bucket\{le="5"\} (\d+)/.exec(metrics)?.[1];
  expect(Number(slow)).toBeGreaterThan(Number(fast));
});
