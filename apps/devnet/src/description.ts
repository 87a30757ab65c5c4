import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PortageError } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { z } from 'zod';

const hexSchema = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]+$/)]);
const accountSchema = z.object({ address: hexSchema, privateKey: hexSchema });
const tokenSchema = z.object({
  address: hexSchema,
  decimals: z.number().int(),
  symbol: z.string(),
  name: z.string(),
});

const poolSides = { address: hexSchema, token0: hexSchema, token1: hexSchema };
const poolSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('v2'), ...poolSides }),
  z.object({
    kind: z.literal('v3'),
    ...poolSides,
    feePips: z.number().int(),
    tickSpacing: z.number().int(),
  }),
]);

/** Pool of a chain, with its tokens in the order of their addresses. */
export type DevnetPool = z.infer<typeof poolSchema>;

/**
 * Uniswap on a chain. Its tokens beside USDC and WETH are listed here because the solver holds none
 * of them.
 */
const uniswapSchema = z.object({
  v2: z.object({ factory: hexSchema, router: hexSchema }),
  v3: z.object({ factory: hexSchema, positionManager: hexSchema, quoter: hexSchema }),
  swapRouter: hexSchema,
  tokens: z.object({ dai: tokenSchema, wbtc: tokenSchema }),
  pools: z.array(poolSchema),
});

const base58Schema = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,90}$/);
const solanaAccountSchema = z.object({
  address: base58Schema,
  /** 64 bytes in base58: the seed and then the public key. */ secretKey: base58Schema,
});

const solanaTokenSchema = tokenSchema.extend({ address: base58Schema });

/**
 * Pools of the test program on Solana. Its tokens beside USDC and wrapped SOL are listed here
 * because the solver holds none of them.
 */
const testPoolsSchema = z.object({
  program: base58Schema,
  tokens: z.object({ port: solanaTokenSchema }),
  pools: z.array(
    z.object({
      address: base58Schema,
      /** The lower one first. */ mints: z.tuple([base58Schema, base58Schema]),
      vaults: z.tuple([base58Schema, base58Schema]),
      feeBps: z.number().int(),
    }),
  ),
});

const bitcoinAccountSchema = z.object({
  /** P2WPKH address. */ address: z.string(),
  /** 32 bytes in hex. */ privateKey: z.string(),
  /** 33 bytes in hex. */ publicKey: z.string(),
});

const exchangeAccountSchema = z.object({
  accountIndex: z.number().int(),
  apiKeyIndex: z.number().int(),
  /** Private key of the API key, 40 bytes. */ privateKey: hexSchema,
  /** Public key of the API key, 40 bytes. */ publicKey: hexSchema,
  /** Owner of the account on EVM chains. */ owner: accountSchema,
});

/** Members that all chains have. */
const anyChain = {
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  rpcUrl: z.string(),
  blockTimeSeconds: z.number(),
};

/** An EVM chain of a devnet, as `devnet.json` shows it. */
export const evmDevnetChainSchema = z.object({
  vm: z.literal('evm'),
  ...anyChain,
  wsUrl: z.string(),
  /**
   * Block from which on there are the contracts. No two devnets share its hash, because it holds
   * the devnet's random id, so software that keeps data about a chain compares it.
   */
  deploymentBlock: z.object({ height: z.number().int(), hash: hexSchema }),
  contracts: z.object({
    depository: hexSchema,
    filler: hexSchema,
    callRunner: hexSchema,
    router: hexSchema,
    approvalProxy: hexSchema,
    depositAddresses: hexSchema,
    bridge: hexSchema,
    multicall3: hexSchema,
    permit2: hexSchema,
  }),
  /** Tokens that the solver holds; USDT comes over the canonical bridge. */
  tokens: z.object({ usdc: tokenSchema, weth: tokenSchema, usdt: tokenSchema }),
  uniswap: uniswapSchema,
});

/** The Solana chain of a devnet, as `devnet.json` shows it. */
export const solanaDevnetChainSchema = z.object({
  vm: z.literal('svm'),
  ...anyChain,
  wsUrl: z.string(),
  /** No two devnets share it, so software that keeps data about the chain compares it. */
  genesisHash: base58Schema,
  programs: z.object({ depository: base58Schema, filler: base58Schema }),
  tokens: z.object({ usdc: solanaTokenSchema }),
  testPools: testPoolsSchema,
  accounts: z.array(solanaAccountSchema),
  roles: z.object({
    solver: solanaAccountSchema,
    allocator: solanaAccountSchema,
    owner: solanaAccountSchema,
    guardian: solanaAccountSchema,
    faucet: solanaAccountSchema,
    addresses: solanaAccountSchema,
  }),
});

/** The Bitcoin chain of a devnet, as `devnet.json` shows it. */
export const bitcoinDevnetChainSchema = z.object({
  vm: z.literal('bvm'),
  /** `rpcUrl` is the JSON-RPC of Bitcoin Core. */
  ...anyChain,
  /** REST interface of Esplora. */
  esploraUrl: z.string(),
  network: z.literal('regtest'),
  /**
   * Block that completes the funding of the accounts. No two devnets share its hash, so software
   * that keeps data about the chain compares it.
   */
  startBlock: z.object({ height: z.number().int(), hash: z.string() }),
  accounts: z.array(bitcoinAccountSchema),
  roles: z.object({
    solver: bitcoinAccountSchema,
    allocator: bitcoinAccountSchema,
    faucet: bitcoinAccountSchema,
  }),
  /** Extended private key that deposit addresses come from. */
  depositAddressesKey: z.string(),
});

/** The perpetuals exchange of a devnet, as `devnet.json` shows it. */
export const exchangeDevnetChainSchema = z.object({
  vm: z.literal('lvm'),
  /** `rpcUrl` is the exchange's host; its API is under `/api/v1`. */
  ...anyChain,
  /** Id of the exchange's own signatures. */
  circuitId: z.number().int(),
  /** No two devnets share it, so software that keeps data about the exchange compares it. */
  instance: z.string(),
  /** Contract that takes deposits on an EVM chain; absent on a devnet without one. */
  gateway: z.object({ chainId: z.number().int(), address: hexSchema }).optional(),
  accounts: z.array(exchangeAccountSchema),
  roles: z.object({ solver: exchangeAccountSchema, depository: exchangeAccountSchema }),
});

/** One chain of a devnet, as `devnet.json` shows it. */
export const devnetChainSchema = z.discriminatedUnion('vm', [
  evmDevnetChainSchema,
  solanaDevnetChainSchema,
  bitcoinDevnetChainSchema,
  exchangeDevnetChainSchema,
]);

/** The contents of `devnet.json`. */
export const devnetDescriptionSchema = z.object({
  /**
   * Random for each start. Chains are new at each start, so data about an older devnet is
   * worthless.
   */
  devnetId: hexSchema,
  /** Loopback address of the controls: faucet, mine, reorg, drop. */
  controlUrl: z.string(),
  /** URL of the service, once it is known. */
  serviceUrl: z.string().optional(),
  chains: z.record(z.string(), devnetChainSchema),
  accounts: z.array(accountSchema),
  roles: z.object({
    solver: accountSchema,
    allocator: accountSchema,
    owner: accountSchema,
    guardian: accountSchema,
    faucet: accountSchema,
  }),
  /** Configuration of a service on these chains, as an operator writes it. */
  configuration: z.record(z.string(), z.unknown()),
});

/** An EVM chain of a devnet, as `devnet.json` shows it. */
export type EvmDevnetChain = z.infer<typeof evmDevnetChainSchema>;

/** The Solana chain of a devnet, as `devnet.json` shows it. */
export type SolanaDevnetChain = z.infer<typeof solanaDevnetChainSchema>;

/** The Bitcoin chain of a devnet, as `devnet.json` shows it. */
export type BitcoinDevnetChain = z.infer<typeof bitcoinDevnetChainSchema>;

/** The perpetuals exchange of a devnet, as `devnet.json` shows it. */
export type ExchangeDevnetChain = z.infer<typeof exchangeDevnetChainSchema>;

/** One chain of a devnet, as `devnet.json` shows it. */
export type DevnetChain =
  EvmDevnetChain | SolanaDevnetChain | BitcoinDevnetChain | ExchangeDevnetChain;

/** The contents of `devnet.json`. */
export type DevnetDescription = z.infer<typeof devnetDescriptionSchema>;

/**
 * EVM chain of a devnet by its id.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN`
 * @example
 * ```ts
 * const { contracts } = evmChain(devnet.description, 8453);
 * ```
 */
export function evmChain(
  { chains }: Pick<DevnetDescription, 'chains'>,
  chainId: number,
): EvmDevnetChain {
  const chain = chains[String(chainId)];
  if (chain?.vm !== 'evm')
    throw new PortageError('UNSUPPORTED_CHAIN', {
      message: `The devnet has no EVM chain ${chainId}.`,
    });
  return chain;
}

/**
 * Solana chain of a devnet.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN` when the devnet runs without it
 * @example
 * ```ts
 * const connection = new Connection(solanaChain(devnet.description).rpcUrl, 'confirmed');
 * ```
 */
export function solanaChain({ chains }: Pick<DevnetDescription, 'chains'>): SolanaDevnetChain {
  const chain = Object.values(chains).find((candidate) => candidate.vm === 'svm');
  if (chain === undefined)
    throw new PortageError('UNSUPPORTED_CHAIN', { message: 'The devnet runs without Solana.' });
  return chain;
}

/**
 * Bitcoin chain of a devnet.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN` when the devnet runs without it
 * @example
 * ```ts
 * const { esploraUrl } = bitcoinChain(devnet.description);
 * ```
 */
export function bitcoinChain({ chains }: Pick<DevnetDescription, 'chains'>): BitcoinDevnetChain {
  const chain = Object.values(chains).find((candidate) => candidate.vm === 'bvm');
  if (chain === undefined)
    throw new PortageError('UNSUPPORTED_CHAIN', { message: 'The devnet runs without Bitcoin.' });
  return chain;
}

/**
 * Perpetuals exchange of a devnet.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN` when the devnet runs without it
 * @example
 * ```ts
 * const { rpcUrl, accounts } = exchangeChain(devnet.description);
 * ```
 */
export function exchangeChain({ chains }: Pick<DevnetDescription, 'chains'>): ExchangeDevnetChain {
  const chain = Object.values(chains).find((candidate) => candidate.vm === 'lvm');
  if (chain === undefined)
    throw new PortageError('UNSUPPORTED_CHAIN', {
      message: 'The devnet runs without the exchange.',
    });
  return chain;
}

/** Path of the devnet's description in its data directory. */
export function descriptionPath(dataDir: string): string {
  return join(dataDir, 'devnet.json');
}

/** Writes the description whole or not at all, readable by its owner only. */
export async function writeDescription(
  dataDir: string,
  description: DevnetDescription,
): Promise<void> {
  const path = descriptionPath(dataDir);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(description, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

/**
 * Reads the description of the devnet that runs in a data directory.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when it is missing or malformed
 * @example
 * ```ts
 * const { chains } = await readDescription('.portage');
 * ```
 */
export async function readDescription(dataDir: string): Promise<DevnetDescription> {
  const path = descriptionPath(dataDir);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no devnet at ${path}.`,
      hint: 'Start one with `portage-devnet`.',
      cause,
    });
  });
  const parsed = devnetDescriptionSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  return parsed.data;
}
