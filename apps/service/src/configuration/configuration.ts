import { existsSync, readFileSync } from 'node:fs';
import type { Limits } from '@portage/access';
import { isPortageError, PortageError } from '@portage/core';
import { z } from 'zod';
import { allocatorSchema, type AllocatorConfiguration } from './allocatorSchema.js';
import { facadeNames } from '../facades.js';
import { orderKeys, type Keys } from '../keys.js';
import { defaultVm } from '../vms.js';
import { keysFromEnvironment } from './keysFromEnvironment.js';
import { parseJson } from './parseJson.js';
import { parsePart } from './parsePart.js';
import { applyPreset, type AppliedPreset } from './presets/applyPreset.js';
import { policySchema, type WrittenPolicy } from './policySchema.js';
import { pricesSchema, type PricesConfiguration } from './pricesSchema.js';
import { ratesSchema, type Rates } from './ratesSchema.js';

/** Server limits that an operator may change; each has a default. */
const limitsSchema = z
  .strictObject({
    connectionsMax: z.number().int().min(1),
    connectionsPerAddressMax: z.number().int().min(1),
    streamsPerAddressMax: z.number().int().min(1),
    streamsMax: z.number().int().min(1),
    tracesPerMinuteMax: z.number().int().min(1),
    tracesMax: z.number().int().min(1),
  })
  .partial()
  .transform((limits): Partial<Limits> =>
    Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  );

const familyKeys = z.record(
  z.string(),
  z.string('must be the text of a key'),
  'keys stand under the name of their family',
);

/** Schema of the configuration file; keys may come from the environment instead. */
const configurationSchema = z.strictObject({
  /** Modules that bring families of chains or swap sources, as this file's folder finds them. */
  plugins: z.array(z.string().min(1)).max(64).default([]),
  /** Settings of each chain, which its family reads; the name of its network fills in the rest. */
  chains: z.array(z.looseObject({ vm: z.string().optional() })).min(1),
  /**
   * Secrets by family and name. `orders.signer` signs orders; without it the solver's key of EVM
   * chains does.
   */
  keys: z.record(z.string(), familyKeys).default({}),
  prices: pricesSchema,
  /** Who signs what leaves depositories, and how much of it. */
  allocator: allocatorSchema.optional(),
  /** Connections of this process to its database; 20 by default, and one that listens. */
  database: z.strictObject({ connectionsMax: z.number().int().min(3).max(1_000) }).optional(),
  /** Fees and bounds of quotes; each member has a default. */
  policy: policySchema.optional(),
  /**
   * Trusted proxies (whose `X-Forwarded-For` counts), limits of the server, rates of its callers,
   * and the milliseconds for which a process serves on after SIGTERM.
   */
  http: z
    .strictObject({
      drainMs: z.number().int().min(0).max(600_000).optional(),
      trustedProxies: z.string().optional(),
      limits: limitsSchema.optional(),
      rates: ratesSchema.optional(),
      /** Interfaces of other services to answer in as well; none by default. */
      facades: z.array(z.enum(facadeNames)).optional(),
    })
    .optional(),
});

/** Settings of one chain, as an operator wrote them, and the family that reads them. */
export type ChainConfiguration = Readonly<Record<string, unknown>> & { readonly vm: string };

/** Configuration as an operator writes it. */
export type ConfigurationInput = z.input<typeof configurationSchema>;

/** Complete configuration of a service, needed before it starts. */
export interface Configuration {
  readonly plugins: readonly string[];
  readonly chains: readonly ChainConfiguration[];
  /** Chains that named their network, and what their operator wrote otherwise. */
  readonly presets?: readonly AppliedPreset[] | undefined;
  readonly keys: Keys;
  readonly prices: PricesConfiguration;
  readonly allocator?: AllocatorConfiguration | undefined;
  readonly database?: { readonly connectionsMax: number } | undefined;
  readonly policy?: WrittenPolicy | undefined;
  readonly http?:
    | {
        readonly drainMs?: number | undefined;
        readonly trustedProxies?: string | undefined;
        readonly limits?: z.output<typeof limitsSchema> | undefined;
        readonly rates?: Rates | undefined;
        readonly facades?: readonly string[] | undefined;
      }
    | undefined;
}

/**
 * Checks a configuration, but for the settings of chains: their families read those. A chain that
 * names its network has its settings filled in.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the offending paths
 */
export function parseConfiguration(input: unknown): Configuration {
  const { chains, ...rest } = parsePart(configurationSchema, input, []);
  const filled = chains.map((chain, index) => applyPreset(chain, `chains.${String(index)}`));
  const presets = filled.flatMap(({ preset }) => (preset === undefined ? [] : [preset]));
  return {
    ...rest,
    chains: filled.map(({ chain }) => chain),
    ...(presets.length === 0 ? {} : { presets }),
  };
}

/**
 * Reads the configuration file. Variables win over keys in the file, so that it can be kept where
 * others read it: `PORTAGE_SOLVER_KEY` and `PORTAGE_ALLOCATOR_KEY`, or
 * `PORTAGE_<FAMILY>_<NAME>_KEY` for another family. With `_FILE` appended they name files that hold
 * the keys.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readConfiguration(path: string, env: NodeJS.ProcessEnv): Configuration {
  const configuration = parseConfiguration(readJson(path));
  const families = [
    ...new Set([defaultVm, orderKeys, ...configuration.chains.map(({ vm }) => vm)]),
  ];
  const found = Object.entries(keysFromEnvironment(env, { families, defaultVm }));
  const { keys } = configuration;
  return {
    ...configuration,
    keys: {
      ...keys,
      ...Object.fromEntries(found.map(([family, own]) => [family, { ...keys[family], ...own }])),
    },
  };
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  try {
    if (!existsSync(path)) {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `There is no configuration file ${path}.`,
        hint: 'Name one with --config or PORTAGE_CONFIG, or a running devnet with --devnet.',
      });
    }
    const value: unknown = parseJson(readFileSync(path, 'utf8'), `The configuration file ${path}`);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value));
  } catch (cause) {
    if (isPortageError(cause)) throw cause;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The configuration file ${path} cannot be read as JSON.`,
      cause,
    });
  }
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `The configuration file ${path} does not hold an object.`,
  });
}
