import { PortageError, requestFault } from '@portage/core';
import type { ChainOpener, FamilyKeys, PluginSwapSource, Vm } from '@portage/core/plugin';
import type { ChainConfiguration, Configuration } from './configuration/configuration.js';
import { atPlace } from './configuration/atPlace.js';
import { keyVariable } from './configuration/keysFromEnvironment.js';
import { orderKeys, type KeyName, type Keys } from './keys.js';
import { defaultVm } from './vms.js';

/** Families and swap sources that a service has. */
export interface Extensions {
  readonly vms: readonly Vm[];
  readonly swapSources: readonly PluginSwapSource[];
}

/** A chain whose settings its family has read. */
export interface PreparedChain {
  /** Place in the configuration, as in `chains.1`. */
  readonly place: string;
  /** Name of its family. */
  readonly vm: string;
  readonly slug?: unknown;
  readonly opener: ChainOpener;
  /** Its family's own entry of `keys`. */
  readonly keys: FamilyKeys;
  readonly swapSources: readonly PluginSwapSource[];
}

/** A secret that a chain wants. */
export interface WantedSecret extends KeyName {
  /** Variable of the environment that may hold it. */
  readonly variable: string;
  readonly isSet: boolean;
}

/**
 * Has the settings of every chain read by its family, and hands each its own keys. Nothing is
 * connected to yet.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for settings that their family refuses, a family
 *   that is not there or there twice, caps of a chain that is not there, and a secret that is
 *   missing or that no chain wants
 */
export function prepareChains(
  { chains, keys, allocator }: Pick<Configuration, 'allocator' | 'chains' | 'keys'>,
  { vms, swapSources }: Extensions,
): readonly PreparedChain[] {
  const families = indexFamilies(vms);
  const prepared = chains.map((chain, index): PreparedChain & ChainConfiguration => {
    const place = `chains.${String(index)}`;
    return {
      ...chain,
      place,
      opener: prepareChain(chain, { families, place }),
      keys: keys[chain.vm] ?? {},
      swapSources: swapSources.filter((source) => source.chain === chain['slug']),
    };
  });
  refuseMissingSecrets(prepared);
  refuseUnknownKeys(keys, { families, prepared });
  const stray = swapSources.find(({ chain }) => !chains.some(({ slug }) => slug === chain));
  if (stray !== undefined)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `A plugin brings a swap source for the chain ${stray.chain}, which is not configured.`,
    });
  const strayCap = Object.keys(allocator?.caps ?? {}).find(
    (capped) => !chains.some(({ slug }) => slug === capped),
  );
  if (strayCap !== undefined)
    throw requestFault(`allocator.caps.${strayCap}`, 'is the slug of no chain', {
      code: 'INVALID_CONFIGURATION',
    });
  return prepared;
}

/** Secrets that the chains want, each once. */
export function wantedSecrets(
  { chains, keys }: Pick<Configuration, 'chains' | 'keys'>,
  vms: readonly Vm[],
): readonly WantedSecret[] {
  const families = indexFamilies(vms);
  const wanted = chains.flatMap((chain, index) =>
    prepareChain(chain, { families, place: `chains.${String(index)}` }).secrets.map((name) =>
      secretOf({ family: chain.vm, name }, keys),
    ),
  );
  const orders = secretOf({ family: orderKeys, name: 'signer' }, keys);
  if (orders.isSet) wanted.push(orders);
  return [...new Map(wanted.map((secret) => [secret.variable, secret])).values()];
}

function secretOf(secret: KeyName, keys: Keys): WantedSecret {
  const { family, name } = secret;
  return {
    ...secret,
    variable: keyVariable(secret, defaultVm),
    isSet: keys[family]?.[name] !== undefined,
  };
}

function indexFamilies(vms: readonly Vm[]): ReadonlyMap<string, Vm> {
  const families = new Map<string, Vm>();
  for (const vm of vms) {
    if (families.has(vm.name))
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `There are two families of chains named "${vm.name}".`,
        hint: 'Two plugins bring it, or one brings a family that the service has.',
      });
    families.set(vm.name, vm);
  }
  return families;
}

function prepareChain(
  chain: ChainConfiguration,
  { families, place }: { readonly families: ReadonlyMap<string, Vm>; readonly place: string },
): ChainOpener {
  const family = families.get(chain.vm);
  if (family === undefined)
    throw requestFault(`${place}.vm`, `there is no family of chains "${chain.vm}"`, {
      code: 'INVALID_CONFIGURATION',
      hint: `There are: ${[...families.keys()].join(', ')}. A plugin that brings another one is named under "plugins".`,
    });
  try {
    return family.prepare(chain);
  } catch (error) {
    throw atPlace(place, error);
  }
}

function refuseMissingSecrets(prepared: readonly (PreparedChain & ChainConfiguration)[]): void {
  for (const { vm: family, keys, opener, slug } of prepared) {
    const missing = opener.secrets.find((name) => keys[name] === undefined);
    if (missing === undefined) continue;
    const variable = keyVariable({ family, name: missing }, defaultVm);
    throw requestFault(`keys.${family}.${missing}`, `is needed for the chain ${String(slug)}`, {
      code: 'INVALID_CONFIGURATION',
      hint: `Set ${variable}, or ${variable}_FILE to the path of a file that holds it, or write it into the configuration.`,
    });
  }
}

/** A misspelled key would be missing where it is wanted, or lie about unseen. */
function refuseUnknownKeys(
  keys: Keys,
  {
    families,
    prepared,
  }: {
    readonly families: ReadonlyMap<string, Vm>;
    readonly prepared: readonly (PreparedChain & ChainConfiguration)[];
  },
): void {
  for (const [family, own] of Object.entries(keys)) {
    if (family === orderKeys) {
      refuseUnknownOrderKeys(own);
      continue;
    }
    if (!families.has(family))
      throw requestFault(`keys.${family}`, 'is not the name of a family of chains', {
        code: 'INVALID_CONFIGURATION',
      });
    const wanted = prepared
      .filter(({ vm }) => vm === family)
      .flatMap(({ opener }) => opener.secrets);
    const unknown = Object.keys(own).find((name) => wanted.length > 0 && !wanted.includes(name));
    if (unknown !== undefined)
      throw requestFault(`keys.${family}.${unknown}`, `is a key that no chain of ${family} wants`, {
        code: 'INVALID_CONFIGURATION',
        hint: `They want: ${[...new Set(wanted)].join(', ')}.`,
      });
  }
}

function refuseUnknownOrderKeys(own: FamilyKeys): void {
  const unknown = Object.keys(own).find((name) => name !== 'signer');
  if (unknown !== undefined)
    throw requestFault(`keys.${orderKeys}.${unknown}`, 'is no key of orders: theirs is signer', {
      code: 'INVALID_CONFIGURATION',
    });
}
