import { setTimeout as sleep } from 'node:timers/promises';
import { evmChain } from '@portage/devnet';
import { beforeAll, expect, test } from 'vitest';
import { parseConfiguration, type Configuration, type Role, type Service } from '../src/index.js';
import { getQuote } from './transfer.js';
import { useDevnet } from './useDevnet.js';

const seconds = 6;

const local = useDevnet();
let databaseUrl: string;
let configuration: Configuration;
let worker: Service;
let api: Service;

const start = (role: Role): Promise<Service> => local.serve({ configuration, databaseUrl, role });

beforeAll(async () => {
  databaseUrl = await local.databases.createDatabase();
  const { configuration: described } = local.devnet.description;
  const { chains } = parseConfiguration(described);
  // Pools are followed by processes that quote: these chains only tell and pay.
  const plain = chains.map((chain) =>
    Object.fromEntries(
      Object.entries(chain).filter(([name]) => !['swapSources', 'priceFeeds'].includes(name)),
    ),
  );
  configuration = parseConfiguration({ ...described, chains: plain });
  worker = await start('worker');
  api = await start('api');
});

function callsOf(service: Service): ReadonlyMap<string, number> {
  return new Map(
    service.chains.all.map(({ slug, endpoints }) => [
      slug,
      (endpoints?.() ?? []).reduce((sum, { answered, failed }) => sum + answered + failed, 0),
    ]),
  );
}

/** Calls per second of each chain within some seconds. */
async function ratesOf(service: Service): Promise<ReadonlyMap<string, number>> {
  const before = callsOf(service);
  await sleep(seconds * 1_000);
  return new Map(
    [...callsOf(service)].map(([slug, calls]) => [
      slug,
      (calls - (before.get(slug) ?? 0)) / seconds,
    ]),
  );
}

/** Milliseconds since the newest block of a chain was seen. */
function tipAgeMs(service: Service, slug: string): number {
  const tip = service.chains.bySlug(slug).observe.tip();
  return Date.now() - (tip?.observedAt ?? 0);
}

const slugs = ['base', 'optimism', 'solana', 'bitcoin', 'lighter'];
const quoteBody = (): object => {
  const usdc = (id: number): string => evmChain(local.devnet.description, id).tokens.usdc.address;
  return {
    user: local.devnet.description.accounts[0]?.address,
    originChainId: 8453,
    destinationChainId: 10,
    amount: '20000000',
    originCurrency: usdc(8453),
    destinationCurrency: usdc(10),
  };
};

test('a process that only answers asks an idle chain for nothing while a worker shares its readings', async () => {
  const [ofApi, ofWorker] = await Promise.all([ratesOf(api), ratesOf(worker)]);
  const shown = slugs.map(
    (slug) => `${slug} ${String(ofWorker.get(slug))} and ${String(ofApi.get(slug))}`,
  );
  process.stdout.write(`calls per second of worker and API: ${shown.join(', ')}\n`);
  for (const slug of slugs) {
    expect(ofWorker.get(slug)).toBeGreaterThan(1);
    expect(ofApi.get(slug)).toBeLessThan(0.5);
    expect(tipAgeMs(api, slug)).toBeLessThan(5_000);
    const [read, shared] = [worker.chains.bySlug(slug), api.chains.bySlug(slug)];
    for (const { address } of read.assets)
      expect(shared.balances.spendable(address)?.value).toBe(
        read.balances.spendable(address)?.value,
      );
  }
  const { details } = await getQuote(api.url ?? '', quoteBody());
  expect(BigInt(details.currencyOut.amount)).toBeGreaterThan(0n);
});

test('T6: fifty quotes make no more calls to the chains than one', async () => {
  const total = (): number => [...callsOf(api).values()].reduce((sum, calls) => sum + calls, 0);
  await getQuote(api.url ?? '', quoteBody());
  const before = total();
  await Promise.all(Array.from({ length: 50 }, () => getQuote(api.url ?? '', quoteBody())));
  // The balances of a payer are read in the background, for all quotes of some seconds at once.
  expect(total() - before).toBeLessThan(10);
});

test('it asks the chains itself once nobody shares, and no more once somebody does', async () => {
  await worker.close();
  await expect
    .poll(() => callsOf(api).get('base'))
    .toBeGreaterThan((callsOf(api).get('base') ?? 0) + 5);
  for (const slug of slugs) expect(tipAgeMs(api, slug)).toBeLessThan(5_000);
  await getQuote(api.url ?? '', quoteBody());
  worker = await start('worker');
  await sleep(2_000);
  const rates = await ratesOf(api);
  for (const slug of slugs) expect(rates.get(slug)).toBeLessThan(0.5);
});
