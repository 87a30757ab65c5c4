import type { Quorum } from '@portage/chain-kit';
import { Transaction } from 'bitcoinjs-lib';
import { outpointOf, type Outpoint } from '../coins/coin.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { idOf } from '../rpc/parse.js';
import type { BlockPlace, CoinFate } from './judgeOutcome.js';
import { readPlace, type PlacedTransaction } from './readPlace.js';
import { decodeBlock, encodeBlock } from './toldBlock.js';

/** Transactions of ours whose coins are kept in mind. */
const rememberedMax = 1_000;
/** Transactions without a block that one is looked for through. */
const ancestorsMax = 25;

/** Options of {@link createFindFate}. */
export interface FindFateOptions {
  /** Endpoints of Core, with an index of transactions, that must agree. */
  readonly quorum: Quorum;
  /** Endpoints that know who spends a coin; what they say is only where to look. */
  readonly esploras: readonly Esplora[];
}

/** Finds out what became of coins that transactions of ours spend. */
export interface FateFinder {
  /** The coin as a transaction of ours, the owner, spends it. */
  findFate(coin: Outpoint, owner: string, signal?: AbortSignal): Promise<CoinFate>;
  /** Keeps in mind what a transaction spends: no node can tell once another took its place. */
  remember(bytes: Uint8Array): void;
  /** Keeps in mind what a transaction of another party spends. */
  rememberInputs(txId: string, inputs: readonly Outpoint[]): void;
}

/**
 * Makes the finder. That a transaction spends a coin is proved by its bytes, which have its id;
 * that it is in a block is what a quorum must say. What no quorum says did not happen.
 */
export function createFindFate({ quorum, esploras }: FindFateOptions): FateFinder {
  const remembered = new Map<string, readonly Outpoint[]>();

  /** Transaction in a block that spends a coin, other than its rightful one. */
  const findRival = async (
    coin: Outpoint,
    owner: string,
    signal: AbortSignal | undefined,
  ): Promise<CoinFate['spender']> => {
    for (const txId of await listSpenders(esploras, coin, signal)) {
      if (txId === owner) continue;
      const block = await agreeOnBlock(quorum, txId, (found) => spends(found, coin), signal);
      if (block !== undefined) return { ...block, txId };
    }
    return undefined;
  };

  /** Block by which a coin will never be: one of its ancestors lost a coin of its own there. */
  const findParentRival = async (
    coin: Outpoint,
    signal: AbortSignal | undefined,
  ): Promise<BlockPlace | undefined> => {
    let open: readonly string[] = [coin.txId];
    const seen = new Set<string>();
    while (open.length > 0 && seen.size < ancestorsMax) {
      const [txId = '', ...rest] = open;
      open = rest;
      if (seen.has(txId)) continue;
      seen.add(txId);
      if ((await agreeOnBlock(quorum, txId, () => true, signal)) !== undefined) continue;
      const inputs = remembered.get(txId) ?? (await readInputs(esploras, txId, signal));
      for (const input of inputs) {
        const rival = await findRival(input, txId, signal);
        if (rival !== undefined) return { height: rival.height, hash: rival.hash };
      }
      open = [...open, ...inputs.map((input) => input.txId)];
    }
    return undefined;
  };

  const rememberInputs = (txId: string, inputs: readonly Outpoint[]): void => {
    remembered.set(txId, inputs);
    const [oldest] = remembered.keys();
    if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
  };

  return {
    findFate: async ({ txId, vout }, owner, signal) => {
      const coin = { txId, vout };
      const spender = await findRival(coin, owner, signal);
      if (spender !== undefined) return { ...coin, spender };
      return { ...coin, parentRival: await findParentRival(coin, signal) };
    },
    remember: (bytes) => {
      const transaction = Transaction.fromBuffer(bytes);
      rememberInputs(transaction.getId(), inputsOf(transaction));
    },
    rememberInputs,
  };
}

/** Block of a transaction that a quorum knows, where its bytes are as wanted. */
async function agreeOnBlock(
  quorum: Quorum,
  txId: string,
  isWanted: (found: PlacedTransaction) => boolean,
  signal: AbortSignal | undefined,
): Promise<BlockPlace | undefined> {
  const [told] = await quorum.read<string>(
    {
      subject: 'transaction',
      items: 1,
      ask: async (endpoint, stop) => {
        const found = await readPlace(endpoint, txId, stop);
        const block = found !== undefined && isWanted(found) ? found.block : undefined;
        return [block === undefined ? 'none' : encodeBlock(block, 0n)];
      },
    },
    signal,
  );
  return told === undefined ? undefined : decodeBlock(told).block;
}

function inputsOf({ ins }: Transaction): readonly Outpoint[] {
  return ins.map(({ hash, index }) => ({ txId: idOf(hash), vout: index }));
}

function spends({ transaction }: PlacedTransaction, coin: Outpoint): boolean {
  return inputsOf(transaction).some((input) => outpointOf(input) === outpointOf(coin));
}

/** Transactions that any endpoint says spend a coin. */
async function listSpenders(
  esploras: readonly Esplora[],
  { txId, vout }: Outpoint,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const told = await Promise.allSettled(
    esploras.map((esplora) => esplora.spending(txId, vout, signal)),
  );
  signal?.throwIfAborted();
  const ids = told.flatMap((each) => (each.status === 'fulfilled' ? (each.value?.txId ?? []) : []));
  return [...new Set(ids)];
}

/** Inputs of a transaction, by its bytes; none where no endpoint has it any more. */
async function readInputs(
  esploras: readonly Esplora[],
  txId: string,
  signal: AbortSignal | undefined,
): Promise<readonly Outpoint[]> {
  const told = await Promise.allSettled(
    esploras.map((esplora) => esplora.transaction(txId, signal)),
  );
  signal?.throwIfAborted();
  const [found] = told.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return found === undefined ? [] : inputsOf(found);
}
