import {
  malformedReply,
  readObject,
  readResult,
  type Endpoint,
  type Quorum,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { isSameScript, outpointOf, type OwnedCoin } from '../coins/coin.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { readBytes, readInteger } from '../rpc/parse.js';
import { readSatoshi } from '../rpc/readSatoshi.js';

/** Blocks until new money may be spent. */
const maturity = 100;

/** Address of ours, and the script that pays it. */
export interface OwnAccount {
  readonly address: string;
  readonly script: Uint8Array;
}

type Outpoint = Pick<OwnedCoin, 'txId' | 'vout'>;

/** Coins of ours in blocks, from memory. */
export interface CoinMemory {
  /** Unspent outputs in blocks; undefined while not known, or too old. */
  readonly confirmed: () => readonly OwnedCoin[] | undefined;
  /** Those of them that no transaction in a block is known to spend since they were read. */
  readonly spendable: () => readonly OwnedCoin[] | undefined;
  /**
   * Takes note of coins that a transaction in a block spends: until they are read again they would
   * pass for unspent, and a payment out of them could never land.
   */
  markSpent(coins: readonly Outpoint[]): void;
  /** Reads them again. @throws PortageError `RPC_HTTP_ERROR`; what was known then grows old */
  refresh(signal?: AbortSignal): Promise<void>;
}

/** Options of {@link createCoinMemory}. */
export interface CoinMemoryOptions {
  readonly accounts: readonly OwnAccount[];
  /** Endpoints of Core that must agree on each coin. */
  readonly quorum: Quorum;
  /** Endpoints that know which coins an address has. */
  readonly esploras: readonly Esplora[];
  /** Milliseconds for which a reading counts. */
  readonly ageMsMax: number;
  /** Milliseconds since any moment. */
  readonly clock: () => number;
}

/**
 * Keeps the coins of addresses of ours. Esplora only says where to look: a coin counts when a
 * quorum of Core's endpoints has it in a block, unspent there, with its value and script. An
 * endpoint that leaves coins out makes us poorer for a while, and one that invents them does
 * nothing. What a waiting transaction spends counts until a block has that one.
 */
export function createCoinMemory(options: CoinMemoryOptions): CoinMemory {
  const { accounts, quorum, esploras, ageMsMax, clock } = options;
  let known: readonly OwnedCoin[] = [];
  let readAt = -Infinity;
  const spentAt = new Map<string, number>();
  const confirmed = (): readonly OwnedCoin[] | undefined =>
    clock() - readAt <= ageMsMax ? known : undefined;
  return {
    confirmed,
    spendable: () => confirmed()?.filter((coin) => !spentAt.has(outpointOf(coin))),
    markSpent: (coins) => {
      for (const coin of coins) spentAt.set(outpointOf(coin), clock());
    },
    refresh: async (signal) => {
      const startedAt = clock();
      const told = await Promise.all(
        accounts.map((account) => listCandidates(esploras, account, signal)),
      );
      const candidates = uniqueCoins([...known, ...told.flat()]);
      const agreed = await quorum.read<string>(
        {
          subject: 'coins',
          items: candidates.length,
          ask: (endpoint, stop) => readStates(endpoint, candidates, stop),
        },
        signal,
      );
      if (candidates.length > 0 && agreed.every((state) => state === undefined))
        throw malformedReply('list of coins: no quorum tells the same');
      known = candidates.filter((coin, index) => agreed[index] === stateOf(coin));
      readAt = startedAt;
      // A reading that began before may have missed the block.
      for (const [outpoint, at] of spentAt) if (at < startedAt) spentAt.delete(outpoint);
    },
  };
}

/** Coins that any endpoint names: unspent ones, and those that a waiting transaction spends. */
async function listCandidates(
  esploras: readonly Esplora[],
  account: OwnAccount,
  signal: AbortSignal | undefined,
): Promise<readonly OwnedCoin[]> {
  const lists = await Promise.allSettled(
    esploras.map((esplora) => listByOne(esplora, account, signal)),
  );
  const [failure] = lists.flatMap((list) => (list.status === 'rejected' ? [list] : []));
  if (failure !== undefined && lists.every(({ status }) => status === 'rejected'))
    throw failure.reason;
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

async function listByOne(
  esplora: Esplora,
  { address, script }: OwnAccount,
  signal: AbortSignal | undefined,
): Promise<readonly OwnedCoin[]> {
  const [unspent, waiting] = await Promise.all([
    esplora.unspent(address, signal),
    esplora.waiting(address, signal),
  ]);
  const spent = waiting
    .flatMap(({ inputs }) => inputs)
    .filter((input) => isSameScript(input.spent.script, script))
    .map(({ txId, vout, spent: { value } }) => ({ txId, vout, value, script }));
  const settled = unspent
    .filter(({ height }) => height !== undefined)
    .map(({ txId, vout, value }) => ({ txId, vout, value, script }));
  return [...settled, ...spent];
}

/** Each coin once; what is told of it otherwise is another one, of which at most one is true. */
function uniqueCoins(coins: readonly OwnedCoin[]): readonly OwnedCoin[] {
  return [...new Map(coins.map((coin) => [`${outpointOf(coin)} ${stateOf(coin)}`, coin])).values()];
}

/** Words of an endpoint that has a coin. */
function stateOf({ value, script }: Pick<OwnedCoin, 'value' | 'script'>): string {
  return `${value.toString()} ${Buffer.from(script).toString('hex')}`;
}

async function readStates(
  endpoint: Endpoint,
  coins: readonly OwnedCoin[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const requests = coins.map(({ txId, vout }): RpcRequest => {
    return { method: 'gettxout', params: [txId, vout, false] };
  });
  const replies = await endpoint.ask(requests, signal);
  return requests.map((_, index) => readState(replies[index]));
}

function readState(reply: RpcReply | undefined): string {
  const result = readResult(reply, 'coin');
  if (result === null) return 'spent';
  const coin = readObject(result, 'coin');
  const { hex } = readObject(coin['scriptPubKey'], 'coin');
  const isNew = coin['coinbase'] === true && readInteger(coin['confirmations'], 'coin') < maturity;
  if (isNew) return 'spent';
  return stateOf({ value: readSatoshi(coin['value'], 'coin'), script: readBytes(hex, 'coin') });
}
