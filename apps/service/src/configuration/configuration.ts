import { existsSync, readFileSync } from 'node:fs';
import type { Limits } from '@portage/access';
import { isPortageError, PortageError } from '@portage/core';
import { z } from 'zod';
import { parseChain, type ChainConfiguration } from './chainConfiguration.js';
import { parsePart } from './parsePart.js';
import { policySchema } from './policySchema.js';
import { pricesSchema, type PricesConfiguration } from './pricesSchema.js';
import { ratesSchema, type Rates } from './ratesSchema.js';

const privateKey = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits');
const solanaKey = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,90}$/, 'must be base58');

/** Server limits that an operator may change; each has a default. */
const limitsSchema = z
  .strictObject({
    streamsPerAddressMax: z.number().int().min(1),
    streamsMax: z.number().int().min(1),
    tracesPerMinuteMax: z.number().int().min(1),
    tracesMax: z.number().int().min(1),
  })
  .partial()
  .transform((limits): Partial<Limits> =>
    Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  );

/** Schema of the configuration file; keys may come from the environment instead. */
const configurationSchema = z.strictObject({
  chains: z.array(z.record(z.string(), z.unknown())).min(1),
  /**
   * Keys of EVM chains, of which the solver's also signs orders, and those of Solana where there is
   * such a chain.
   */
  keys: z.strictObject({
    solver: privateKey,
    allocator: privateKey,
    svm: z.strictObject({ solver: solanaKey, allocator: solanaKey }).optional(),
  }),
  prices: pricesSchema,
  /** Fees and bounds of quotes; each member has a default. */
  policy: policySchema.optional(),
  /**
   * Trusted proxies (whose `X-Forwarded-For` counts), limits of the server and rates of its
   * callers.
   */
  http: z
    .strictObject({
      trustedProxies: z.string().optional(),
      limits: limitsSchema.optional(),
      rates: ratesSchema.optional(),
    })
    .optional(),
});

/** Configuration as an operator writes it. */
export type ConfigurationInput = z.input<typeof configurationSchema>;

/** Complete configuration of a service, needed before it starts. */
export interface Configuration {
  readonly chains: readonly ChainConfiguration[];
  readonly keys: {
    readonly solver: `0x${string}`;
    readonly allocator: `0x${string}`;
    readonly svm?: { readonly solver: string; readonly allocator: string } | undefined;
  };
  readonly prices: PricesConfiguration;
  readonly policy?: z.output<typeof policySchema> | undefined;
  readonly http?:
    | {
        readonly trustedProxies?: string | undefined;
        readonly limits?: z.output<typeof limitsSchema> | undefined;
        readonly rates?: Rates | undefined;
      }
    | undefined;
}

/**
 * Checks a configuration and gives every chain its keys.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the offending paths
 */
export function parseConfiguration(input: unknown): Configuration {
  const { keys, prices, policy, http, ...outer } = parsePart(configurationSchema, input, []);
  const chains = outer.chains.map((chain, index) =>
    parseChain(chain, { index, evm: keys, svm: keys.svm }),
  );
  return {
    chains,
    keys: { solver: asHex(keys.solver), allocator: asHex(keys.allocator), svm: keys.svm },
    prices,
    policy,
    http,
  };
}

/**
 * Reads the configuration file. `PORTAGE_SOLVER_KEY` and `PORTAGE_ALLOCATOR_KEY` win over keys in
 * the file, and `PORTAGE_SOLVER_KEY_FILE` and `PORTAGE_ALLOCATOR_KEY_FILE` name files that hold
 * them, so the configuration can be kept where others read it. The keys of Solana are named alike:
 * `PORTAGE_SVM_SOLVER_KEY` and so on.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readConfiguration(path: string, env: NodeJS.ProcessEnv): Configuration {
  const file = readJson(path);
  const keys = { ...readKeys(file), ...fromEnvironment(env) };
  return parseConfiguration({ ...file, keys });
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  try {
    if (!existsSync(path)) {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `There is no configuration file ${path}.`,
        hint: 'Name one with --config or PORTAGE_CONFIG, or a running devnet with --devnet.',
      });
    }
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
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

function readKeys(file: Readonly<Record<string, unknown>>): object {
  const keys = file['keys'];
  return typeof keys === 'object' && keys !== null ? keys : {};
}

function fromEnvironment(env: NodeJS.ProcessEnv): object {
  const named = (name: string): string | undefined =>
    env[`PORTAGE_${name}`] ?? readKeyFile(env[`PORTAGE_${name}_FILE`]);
  const pair = (prefix: string): object => {
    const [solver, allocator] = [named(`${prefix}SOLVER_KEY`), named(`${prefix}ALLOCATOR_KEY`)];
    return {
      ...(solver === undefined ? {} : { solver }),
      ...(allocator === undefined ? {} : { allocator }),
    };
  };
  const svm = pair('SVM_');
  return { ...pair(''), ...(Object.keys(svm).length === 0 ? {} : { svm }) };
}

function readKeyFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The key file ${path} cannot be read.`,
      cause,
    });
  }
}

function asHex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`;
}
