import { requestFault } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { ChainOpener, Vm } from '@portage/core/plugin';
import { atPlace } from '../configuration/atPlace.js';
import type { ChainConfiguration, Configuration } from '../configuration/configuration.js';
import { refusePublicKeys } from '../configuration/refusePublicKeys.js';
import { refuseStrayCurrencies } from '../configuration/refuseStrayCurrencies.js';
import { refuseUnlimited } from '../configuration/refuseUnlimited.js';
import { readPrices } from '../prices/readPrices.js';
import { orderKeyOf } from '../orderKey.js';
import { prepareChains, type Extensions } from '../prepareChains.js';
import { allocatorRow } from './allocatorRow.js';
import { ceilingRows } from './ceilingRows.js';
import { checkChain } from './checkChain.js';
import { checkOne, failedRow, type CheckPlace, type CheckRow } from './checkRow.js';
import { databaseRows } from './databaseRows.js';
import type { FloatQuestion } from './floatRows.js';
import { outflowRows } from './outflowRows.js';
import { poolRows } from './poolRows.js';
import { priceRows } from './priceRows.js';
import { writtenQuotePolicy } from '../configuration/policies.js';

/** Configuration and extensions of the service to check. */
export interface CheckOptions extends Extensions {
  readonly configuration: Configuration;
  /** URL of a PostgreSQL; without it the start makes one of its own. */
  readonly databaseUrl: string | undefined;
}

/**
 * Checks everything that a start checks, and starts nothing: no transaction is sent, no table is
 * made. A fault does not keep the rest from being checked.
 */
export async function checkService(options: CheckOptions): Promise<readonly CheckRow[]> {
  const { configuration, databaseUrl, vms } = options;
  const read = configuration.chains.map((chain, index) =>
    readSettings(chain, { place: `chains.${String(index)}`, vms }),
  );
  const readable = configuration.chains.filter((_, index) => read[index]?.opener !== undefined);
  const keys = await checkOne({ check: 'keys' }, () => {
    refusePublicKeys(configuration);
    if (readable.length > 0) prepareChains({ ...configuration, chains: readable }, options);
    orderKeyOf(configuration.keys);
    return undefined;
  });
  const limits = await checkOne({ check: 'limits' }, async () => {
    refuseUnlimited(configuration);
    // A chain whose settings are refused tells no currencies.
    if (readable.length === read.length)
      refuseStrayCurrencies(configuration, await describeAll(read, configuration));
    return undefined;
  });
  const [database, orders] = await Promise.all([
    databaseRows(databaseUrl),
    limitsOf(configuration),
  ]);
  const chains = await Promise.all(read.map((chain) => openChain(chain, configuration, orders)));
  return [
    ...read.map(({ row }) => row),
    ...presetRows(configuration),
    keys,
    limits,
    ...priceRows(configuration),
    ...ceilingRows(configuration),
    ...poolRows(configuration),
    ...outflowRows(configuration),
    ...database,
    ...chains.flat(),
  ];
}

/** Chains by their settings alone. */
async function describeAll(
  chains: readonly ReadChain[],
  { keys }: Pick<Configuration, 'keys'>,
): Promise<readonly Pick<Chain, 'slug' | 'assets'>[]> {
  const facts = chains.map(async ({ opener, vm }) => await opener?.describe(keys[vm] ?? {}));
  return (await Promise.all(facts)).filter((each) => each !== undefined);
}

/** Settings of a chain that were read; without an opener where they are refused. */
interface ReadChain {
  readonly row: CheckRow;
  readonly vm: string;
  readonly slug: string;
  readonly opener?: ChainOpener | undefined;
}

function readSettings(
  chain: ChainConfiguration,
  { place, vms }: { readonly place: string; readonly vms: readonly Vm[] },
): ReadChain {
  const { vm } = chain;
  const slug = typeof chain['slug'] === 'string' ? chain['slug'] : place;
  const about: CheckPlace = { check: 'settings', subject: slug };
  try {
    const family = vms.find(({ name }) => name === vm);
    if (family === undefined)
      throw requestFault('vm', `there is no family of chains "${vm}"`, {
        code: 'INVALID_CONFIGURATION',
      });
    return { row: { ...about, result: 'ok' }, vm, slug, opener: family.prepare(chain) };
  } catch (error) {
    return { row: failedRow(about, atPlace(place, error)), vm, slug };
  }
}

/** Limits of orders, with the prices that one source tells now. */
export async function limitsOf({ prices, policy }: Configuration): Promise<FloatQuestion> {
  const ids = Object.keys(prices.source === 'fixed' ? prices.usd : prices.assets);
  const usd = await readPrices(prices, ids, {});
  return { usd, policy: writtenQuotePolicy({ policy }) };
}

/** A chain whose secrets are missing is not opened: the row of the keys says which. */
async function openChain(
  { opener, vm, slug }: ReadChain,
  { keys, allocator }: Configuration,
  orders: FloatQuestion,
): Promise<readonly CheckRow[]> {
  const own = keys[vm] ?? {};
  const isReady = opener?.secrets.every((name) => own[name] !== undefined) === true;
  if (!isReady) return [];
  const chain = { opener, keys: own, slug };
  const signer = allocator?.socket === undefined ? [] : [allocatorRow(chain, allocator.socket)];
  const rows = await Promise.all([checkChain(chain, orders), ...signer]);
  return rows.flat();
}

function presetRows({ presets = [] }: Configuration): readonly CheckRow[] {
  return presets.flatMap(({ chain, network, differences }) =>
    differences.map(({ member, written, preset }): CheckRow => ({
      check: 'preset',
      subject: chain,
      result: 'warning',
      message: `${member} is ${JSON.stringify(written)}, the network ${network} has ${JSON.stringify(preset)}`,
    })),
  );
}
