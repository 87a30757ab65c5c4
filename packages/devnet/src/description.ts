import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromZod, PortageError } from '@portage/core';
import { z } from 'zod';

const hexSchema = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]+$/)]);
const accountSchema = z.object({ address: hexSchema, privateKey: hexSchema });
const tokenSchema = z.object({ address: hexSchema, decimals: z.number().int(), symbol: z.string(), name: z.string() });

const poolSides = { address: hexSchema, token0: hexSchema, token1: hexSchema };
const poolSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('v2'), ...poolSides }),
  z.object({ kind: z.literal('v3'), ...poolSides, feePips: z.number().int(), tickSpacing: z.number().int() }),
]);

/** A pool of a chain, with its tokens in the order of their addresses. */
export type DevnetPool = z.infer<typeof poolSchema>;

/** Uniswap on a chain. Its tokens beside USDC and WETH stand here because the solver holds none of them. */
const uniswapSchema = z.object({
  v2: z.object({ factory: hexSchema, router: hexSchema }),
  v3: z.object({ factory: hexSchema, positionManager: hexSchema, quoter: hexSchema, router: hexSchema }),
  tokens: z.object({ dai: tokenSchema, wbtc: tokenSchema }),
  pools: z.array(poolSchema),
});

/** One chain of a devnet, as `devnet.json` shows it. */
export const devnetChainSchema = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  rpcUrl: z.string(),
  wsUrl: z.string(),
  blockTimeSeconds: z.number(),
  /** The block that holds the contracts. No two devnets share its hash: whoever keeps data about a chain checks it. */
  deploymentBlock: z.object({ height: z.number().int(), hash: hexSchema }),
  contracts: z.object({ depository: hexSchema, filler: hexSchema, callRunner: hexSchema, multicall3: hexSchema, permit2: hexSchema }),
  tokens: z.object({ usdc: tokenSchema, weth: tokenSchema }),
  uniswap: uniswapSchema,
});

/** The contents of `devnet.json`. */
export const devnetDescriptionSchema = z.object({
  /** Random for each boot. Chains are new at each boot, so data about an older devnet is worthless. */
  devnetId: hexSchema,
  /** Loopback address of the controls: faucet, mine, reorg, drop. */
  controlUrl: z.string(),
  /** Where the service listens, once one has said so. */
  serviceUrl: z.string().optional(),
  chains: z.record(z.string(), devnetChainSchema),
  accounts: z.array(accountSchema),
  roles: z.object({ solver: accountSchema, allocator: accountSchema, owner: accountSchema, guardian: accountSchema, faucet: accountSchema }),
});

/** One chain of a devnet, as `devnet.json` shows it. */
export type DevnetChain = z.infer<typeof devnetChainSchema>;

/** The contents of `devnet.json`. */
export type DevnetDescription = z.infer<typeof devnetDescriptionSchema>;

/** Where the description of a devnet lies in its data directory. */
export function descriptionPath(dataDir: string): string {
  return join(dataDir, 'devnet.json');
}

/** Writes the description whole or not at all, readable by its owner only. */
export async function writeDescription(dataDir: string, description: DevnetDescription): Promise<void> {
  const path = descriptionPath(dataDir);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(description, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

/**
 * Reads the description of the devnet that runs in a data directory.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when there is none or it is not one
 * @example
 * ```ts
 * const { chains } = await readDescription('.portage');
 * ```
 */
export async function readDescription(dataDir: string): Promise<DevnetDescription> {
  const path = descriptionPath(dataDir);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PortageError('INVALID_CONFIGURATION', { message: `There is no devnet at ${path}.`, hint: 'Start one with `portage-devnet`.', cause });
  });
  const parsed = devnetDescriptionSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  return parsed.data;
}
