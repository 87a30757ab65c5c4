import type { Devnet } from '@portage/devnet';
import { isAddressEqual, type Hex } from 'viem';
import type { Random } from './random.js';
import { pause } from './startLiars.js';

/** Milliseconds between reorgs of a chain. */
const waitMs = { min: 1_500, max: 4_000 } as const;
/** Newest blocks that a reorg takes back, at most: fewer than deposits wait for. */
export const reorgDepthMax = 2;
/** Share of the transactions that a reorg takes back and that its new blocks do not hold. */
const lostShare = 0.3;

/** Counts of what reorganisations did. */
export interface ReorgCounts {
  reorgs: number;
  /** Transactions that were in a block and then in none. */
  lostTransactions: number;
}

/** Options of the reorganisations. */
export interface ReorgOptions {
  readonly devnet: Devnet;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Called with each transaction that left Solana. */
  readonly onLostSolana: (txId: string) => void;
  readonly counts: ReorgCounts;
}

/** Reorganises every chain again and again until the signal aborts. */
export async function reorganise(options: ReorgOptions): Promise<void> {
  const { devnet, random, signal } = options;
  await Promise.all(
    Object.values(devnet.description.chains).map(async ({ id, vm }) => {
      for (;;) {
        await pause(random.between(waitMs.min, waitMs.max), signal);
        if (signal.aborted) return;
        if (vm === 'evm') await reorganiseEvm(id, options);
        else await forkSolana(options);
        options.counts.reorgs += 1;
      }
    }),
  );
}

interface TakenBack {
  readonly raw: Hex;
  readonly from: Hex;
  readonly block: number;
}

/**
 * Takes back the newest blocks of an EVM chain. Most of their transactions are in the new ones,
 * perhaps elsewhere. The network keeps those of payers and puts them into a later block; those of
 * the solver are gone until the solver sends them again.
 */
async function reorganiseEvm(chainId: number, options: ReorgOptions): Promise<void> {
  const { devnet, random, counts, signal } = options;
  const client = devnet.client(chainId);
  await devnet.pauseMining(chainId);
  try {
    await pause(50, signal); // A block that is being made is made by then.
    const depth = random.between(1, reorgDepthMax);
    const taken = await readNewest(devnet, chainId, depth);
    const { kept, lost } = drawFates(taken, random);
    await devnet.reorg(
      chainId,
      depth,
      kept.map(({ raw, block }) => ({ raw, block })),
    );
    counts.lostTransactions += lost.length;
    const solver = devnet.description.roles.solver.address;
    for (const { raw, from } of lost)
      if (!isAddressEqual(from, solver))
        await client.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined);
  } finally {
    await devnet.resumeMining(chainId);
  }
}

/** Transactions of the newest blocks, in their order. */
async function readNewest(
  devnet: Devnet,
  chainId: number,
  depth: number,
): Promise<readonly TakenBack[]> {
  const client = devnet.client(chainId);
  const tip = await client.getBlockNumber({ cacheTime: 0 });
  const taken: TakenBack[] = [];
  for (let block = 0; block < depth; block += 1) {
    const blockNumber = tip - BigInt(depth - 1 - block);
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true });
    for (const { hash, from } of transactions)
      taken.push({ raw: await readRaw(devnet, chainId, hash), from, block });
  }
  return taken;
}

async function readRaw(devnet: Devnet, chainId: number, hash: Hex): Promise<Hex> {
  // A method of nodes that the client has no type for; it answers the signed bytes.
  const request: unknown = { method: 'eth_getRawTransactionByHash', params: [hash] };
  const raw: unknown = await devnet.client(chainId).request(request as never);
  return raw as Hex;
}

/** What of one sender follows a lost transaction is lost as well: its nonce is ahead. */
function drawFates(
  taken: readonly TakenBack[],
  random: Random,
): { readonly kept: readonly TakenBack[]; readonly lost: readonly TakenBack[] } {
  const losers = new Set<Hex>();
  const kept: TakenBack[] = [];
  const lost: TakenBack[] = [];
  for (const each of taken) {
    if (losers.has(each.from) || random.next() < lostShare) {
      losers.add(each.from);
      lost.push(each);
    } else kept.push(each);
  }
  return { kept, lost };
}

/** Takes back the newest blocks of Solana; most of their transactions run again at once. */
async function forkSolana({ devnet, random, counts, onLostSolana }: ReorgOptions): Promise<void> {
  const keep = random.next() < lostShare ? [] : 'all';
  const { dropped } = await devnet.solana().fork(random.between(1, reorgDepthMax), { keep });
  counts.lostTransactions += dropped.length;
  for (const txId of dropped) onLostSolana(txId);
}
