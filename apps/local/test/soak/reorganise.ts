import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '@portage/core';
import type { Devnet, DevnetVm, NodeClient } from '@portage/devnet';
import { isAddressEqual, keccak256, type Hex } from 'viem';
import type { Random } from './random.js';
import { pause } from './startLiars.js';

/** Milliseconds between reorgs of a chain. */
const waitMs = { min: 1_500, max: 4_000 } as const;
/** Newest blocks that a reorg takes back, at most: fewer than deposits wait for. */
export const reorgDepthMax = 2;
/** Share of the transactions that a reorg takes back and that its new blocks do not hold. */
const lostShare = 0.3;
/** Milliseconds between two tries to bring a lost transaction into a block, and how many. */
const poolMs = 1_000;
const poolTriesMax = 60;

/** Counts of what reorganisations did. */
export interface ReorgCounts {
  reorgs: number;
  /** Transactions that were in a block and then in none. */
  lostTransactions: number;
  /** Reorgs by the number of blocks that they took back. */
  readonly byDepth: Map<number, number>;
}

/** Options of the reorganisations. */
export interface ReorgOptions {
  readonly devnet: Devnet;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Called with each transaction that left Solana. */
  readonly onLostSolana: (txId: string) => void;
  readonly note: (text: string) => void;
  readonly counts: ReorgCounts;
}

type Reorganising = ReorgOptions & {
  /** Transactions of payers on their way into a later block. */
  readonly returning: Promise<void>[];
};

/** Ways to take back the newest blocks; the exchange takes none back. */
const reorganisations: Readonly<
  Partial<Record<DevnetVm, (chainId: number, depth: number, on: Reorganising) => Promise<void>>>
> = { evm: reorganiseEvm, svm: forkSolana, bvm: forkBitcoin };

/** Reorganises every chain again and again until the signal aborts. */
export async function reorganise(given: ReorgOptions): Promise<void> {
  const options: Reorganising = { ...given, returning: [] };
  const { devnet, random, signal } = options;
  await Promise.all(
    Object.values(devnet.description.chains).map(async ({ id, vm }) => {
      const reorganiseOne = reorganisations[vm];
      while (reorganiseOne !== undefined) {
        await pause(random.between(waitMs.min, waitMs.max), signal);
        if (signal.aborted) return;
        const depth = random.between(1, reorgDepthMax);
        const isDone = await reorganiseOne(id, depth, options).then(
          () => true,
          (error: unknown) => {
            options.note(`no reorg of ${String(id)}: ${describeError(error)}`);
            return false;
          },
        );
        if (!isDone) continue;
        options.counts.reorgs += 1;
        options.counts.byDepth.set(depth, (options.counts.byDepth.get(depth) ?? 0) + 1);
      }
    }),
  );
  await Promise.all(options.returning);
}

/** Gives a transaction to a node until it is in a block, as the nodes of a network do. */
async function keepInPool(client: NodeClient, raw: Hex): Promise<void> {
  const hash = keccak256(raw);
  for (let tries = 0; tries < poolTriesMax; tries += 1) {
    await client.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined);
    await sleep(poolMs);
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined);
    if (receipt !== undefined) return;
  }
}

interface SignedBytes {
  readonly raw: Hex;
  readonly from: Hex;
}

interface TakenBack extends SignedBytes {
  readonly block: number;
}

/**
 * Takes back the newest blocks of an EVM chain. Most of their transactions are in the new ones,
 * perhaps elsewhere. The network keeps those of payers and puts them into a later block; those of
 * the solver are gone until the solver sends them again. What waits for a block counts as well: the
 * node drops a transaction whose nonce is ahead once an earlier one of its sender is taken back.
 */
async function reorganiseEvm(chainId: number, depth: number, options: Reorganising): Promise<void> {
  const { devnet, random, counts, signal } = options;
  const client = devnet.client(chainId);
  await devnet.pauseMining(chainId);
  try {
    await pause(50, signal); // A block that is being made is made by then.
    const taken = await readNewest(devnet, chainId, depth);
    const waiting = await readWaiting(devnet, chainId);
    const { kept, lost } = drawFates(taken, random);
    await devnet.reorg(
      chainId,
      depth,
      kept.map(({ raw, block }) => ({ raw, block })),
    );
    counts.lostTransactions += lost.length;
    const solver = devnet.description.roles.solver.address;
    for (const { raw, from } of [...lost, ...waiting])
      if (!isAddressEqual(from, solver)) options.returning.push(keepInPool(client, raw));
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

/** Transactions that wait in the node for a block. */
async function readWaiting(devnet: Devnet, chainId: number): Promise<readonly SignedBytes[]> {
  const { pending } = await devnet.client(chainId).getTxpoolContent();
  const waiting = Object.values(pending).flatMap((byNonce) => Object.values(byNonce));
  return Promise.all(
    waiting.map(async ({ hash, from }) => ({ raw: await readRaw(devnet, chainId, hash), from })),
  );
}

async function readRaw(devnet: Devnet, chainId: number, hash: Hex): Promise<Hex> {
  // A method of nodes that the client has no type for; it answers the signed bytes.
  const request: unknown = { method: 'eth_getRawTransactionByHash', params: [hash] };
  const raw: unknown = await devnet.client(chainId).request(request as never);
  return raw as Hex;
}

/** Later transactions of a lost one's sender are lost as well: their nonces are ahead. */
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
async function forkSolana(
  _: number,
  depth: number,
  { devnet, random, counts, onLostSolana }: ReorgOptions,
): Promise<void> {
  const keep = random.next() < lostShare ? [] : 'all';
  const { dropped } = await devnet.solana().fork(depth, { keep });
  counts.lostTransactions += dropped.length;
  for (const txId of dropped) onLostSolana(txId);
}

/** Takes back the newest blocks of Bitcoin; all of their transactions are in the new ones. */
async function forkBitcoin(_: number, depth: number, { devnet }: ReorgOptions): Promise<void> {
  await devnet.bitcoin().reorg(depth);
}
