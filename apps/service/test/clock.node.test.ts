import { systemClock, type Clock } from '@portage/core';
import { healthSchema } from '@portage/core/schemas';
import pino from 'pino';
import { parseEther } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseConfiguration, type Service, type ServiceOptions } from '../src/index.js';
import { limits } from './smallConfiguration.js';
import { getQuote, post, sendSteps } from './transfer.js';
import { twoChains, useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

const minute = 60_000;
const local = useDevnet({ ...twoChains, accounts: 10 });
let databaseUrl: string;
/** API with the right time. */
let api: Service;

beforeAll(async () => {
  databaseUrl = await local.databases.createDatabase();
  api = await start('api', systemClock);
});

function shifted(ms: number): Clock {
  return { ...systemClock, now: () => Date.now() + ms };
}

/** The one node of a chain by two names, as endpoints of two operators. */
function endpointsOf(chain: {
  readonly [member: string]: unknown;
}): readonly { readonly url: string; readonly operator: string }[] {
  const [url] = z.tuple([z.string()]).parse(chain['rpcUrls']);
  return [
    { url, operator: 'one' },
    { url: url.replace('127.0.0.1', 'localhost'), operator: 'two' },
  ];
}

/** A chain of the devnet that keeps time like real ones; its node has no oracle of a rollup. */
const asRealOne = <Settings extends { readonly [member: string]: unknown }>(
  chain: Settings,
): Settings => ({
  ...chain,
  devnet: false,
  finality: [{ confirmations: 1 }],
  rpcUrls: endpointsOf(chain),
  ...('contracts' in chain ? { dataFee: 'none' } : {}),
});

function start(role: 'api' | 'worker', clock: Clock, more: Partial<ServiceOptions> = {}) {
  const { chains, ...rest } = parseConfiguration({
    ...local.devnet.description.configuration,
    policy: limits,
  });
  return local.serve({
    configuration: { ...rest, chains: chains.map(asRealOne) },
    databaseUrl,
    role,
    clock,
    ...more,
  });
}

/** Pays for a quote, with so much less than it asks for. */
async function pay(index: number, missing = 0n): Promise<string> {
  const { address, privateKey } = local.devnet.description.accounts[index]!;
  const quote = await getQuote(api.url!, {
    user: address,
    originChainId: 8453,
    destinationChainId: 10,
    amount: parseEther('0.1').toString(),
  });
  for (const { data } of quote.steps.flatMap(({ items }) => items))
    data['value'] = (BigInt(String(data['value'])) - missing).toString();
  await sendSteps(local.devnet, privateKey, quote);
  const seen = await watchStatus(api.url!, quote.steps.at(-1)!.requestId!);
  return seen.at(-1)!.status;
}

describe.each([
  ['five minutes ahead', 5 * minute],
  ['ten minutes behind', -10 * minute],
])('a service whose clock is %s', (_, shift) => {
  test('CB11: refuses quotes, says so in health and metrics, and pages', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const service = await start('api', shifted(shift), { log });
    const { url } = service;
    await expect
      .poll(async () => (await fetch(`${url!}/metrics`)).text())
      .toMatch(/portage_clock_offset_seconds\{against="chains"\}/);
    const asked = {
      user: local.devnet.description.accounts[0]!.address,
      amount: '1000000000000000',
    };
    const direction = shift > 0 ? 'ahead of' : 'behind';
    expect(
      await post(url!, '/quote/v2', { ...asked, originChainId: 8453, destinationChainId: 10 }),
    ).toMatchObject({
      status: 503,
      body: {
        errorCode: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining(`${direction} the database`) as string,
      },
    });
    const answer = await fetch(`${url!}/health`);
    expect(answer.status).toBe(200);
    const { status, warnings } = healthSchema.parse(await answer.json());
    expect([status, warnings?.length]).toEqual(['degraded', 1]);
    expect(warnings?.[0]).toContain(`${direction} the chains`);
    const metrics = await (await fetch(`${url!}/metrics`)).text();
    for (const against of ['chains', 'database']) {
      const found = metrics.match(
        new RegExp(`portage_clock_offset_seconds\\{against="${against}"\\} (\\S+)`),
      );
      // A block tells whole seconds, and is heard of a little later.
      expect(Math.abs(Number(found?.[1]) - shift / 1_000)).toBeLessThan(5);
    }
    const pages = lines
      .map((line): unknown => JSON.parse(line))
      .filter((line) => JSON.stringify(line).includes('"part":"clock"'));
    expect(pages).toEqual([
      expect.objectContaining({ level: 50, msg: 'the clock is off: quotes are refused' }),
    ]);
    await service.close();
  });

  test('J1: fills in time and refunds in time what was quoted before', async () => {
    const worker = await start('worker', shifted(shift));
    const before = performance.now();
    expect(await Promise.all([pay(1), pay(2, 1_000n)])).toEqual(['success', 'refund']);
    expect(performance.now() - before).toBeLessThan(30_000);
    console.info(`Both ended ${(performance.now() - before).toFixed(0)} ms after their quotes.`);
    await worker.close();
  });
});
