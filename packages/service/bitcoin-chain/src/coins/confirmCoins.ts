import {
  readObject,
  readResult,
  type Endpoint,
  type Quorum,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { PortageError } from '@portage/core';
import type { Esplora } from '../esplora/createEsplora.js';
import { readBytes, readInteger } from '../rpc/parse.js';
import { readSatoshi } from '../rpc/readSatoshi.js';
import { isSameScript, outpointOf, type OwnedCoin } from './coin.js';

/** Blocks until new money may be spent. */
const maturity = 100;

/** Address of ours, and the script that pays it. */
export interface OwnAccount {
  readonly address: string;
  readonly script: Uint8Array;
}

/** Options of {@link listCandidates}. */
export interface CandidateOptions {
  readonly signal: AbortSignal | undefined;
  /** Largest coins that one endpoint may name; all of them unless given. */
  readonly mostEach?: number | undefined;
}

/**
 * Coins that any endpoint names: unspent ones, and those that a waiting transaction spends. They
 * are a hint of where to look.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where every endpoint fails
 */
export async function listCandidates(
  esploras: readonly Esplora[],
  account: OwnAccount,
  { signal, mostEach }: CandidateOptions,
): Promise<readonly OwnedCoin[]> {
  const lists = await Promise.allSettled(
    esploras.map((esplora) => listByOne(esplora, account, signal)),
  );
  const [failure] = lists.flatMap((list) => (list.status === 'rejected' ? [list] : []));
  if (failure !== undefined && lists.every(({ status }) => status === 'rejected'))
    throw failure.reason;
  return lists.flatMap((list) =>
    list.status === 'fulfilled' ? largestFirst(list.value).slice(0, mostEach) : [],
  );
}

/** Coins by their value, the largest first. */
export function largestFirst<Coin extends OwnedCoin>(coins: readonly Coin[]): readonly Coin[] {
  return [...coins].sort((one, other) => {
    if (one.value !== other.value) return one.value > other.value ? -1 : 1;
    return outpointOf(one) < outpointOf(other) ? -1 : 1;
  });
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

/** Each coin once; one with another description is another one, of which at most one is true. */
export function uniqueCoins(coins: readonly OwnedCoin[]): readonly OwnedCoin[] {
  return [...new Map(coins.map((coin) => [`${outpointOf(coin)} ${stateOf(coin)}`, coin])).values()];
}

/** Coins of one question, so that an endpoint has time for them. */
const askedTogether = 500;

/**
 * Whether a coin is in a block, unspent there, and so deep that no reorg takes it back. `unknown`
 * where no quorum tells the same of it, which is not the same as gone.
 */
export type CoinState = 'unknown' | 'none' | 'young' | 'final';

/**
 * States of coins as a quorum of Core's endpoints has them: a coin is there with its value and
 * script only. What a waiting transaction spends is there until a block has that one.
 *
 * @param finalDepth - blocks that must stand on a coin, its own included, for it to be final
 */
export async function judgeCoins(
  quorum: Quorum,
  candidates: readonly OwnedCoin[],
  finalDepth: number,
  signal: AbortSignal | undefined,
): Promise<readonly CoinState[]> {
  const states: CoinState[] = [];
  for (let start = 0; start < candidates.length; start += askedTogether) {
    const part = candidates.slice(start, start + askedTogether);
    const agreed = await quorum.read<string>(
      {
        subject: 'coins',
        items: 2 * part.length,
        ask: (endpoint, stop) => readStates(endpoint, part, finalDepth, stop),
      },
      signal,
    );
    states.push(
      ...part.map((coin, index): CoinState => {
        const told = agreed[2 * index];
        if (told === undefined) return 'unknown';
        if (told !== stateOf(coin)) return 'none';
        return agreed[2 * index + 1] === 'final' ? 'final' : 'young';
      }),
    );
  }
  return states;
}

/**
 * Those of the candidates that are there.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where one is unknown
 */
export async function confirmCoins<Coin extends OwnedCoin>(
  quorum: Quorum,
  candidates: readonly Coin[],
  signal: AbortSignal | undefined,
): Promise<readonly Coin[]> {
  const states = await judgeCoins(quorum, candidates, Infinity, signal);
  if (states.includes('unknown')) throw undecidedCoin();
  return candidates.filter((_, index) => states[index] !== 'none');
}

/** Error of a sum of which one part is not known. */
export const undecidedCoin = (): PortageError =>
  new PortageError('RPC_HTTP_ERROR', {
    message: 'No quorum of chain endpoints told the same of a coin in time.',
  });

/** Words of an endpoint that has a coin. */
function stateOf({ value, script }: Pick<OwnedCoin, 'value' | 'script'>): string {
  return `${value.toString()} ${Buffer.from(script).toString('hex')}`;
}

/** State and age of each coin by one endpoint. */
async function readStates(
  endpoint: Endpoint,
  coins: readonly OwnedCoin[],
  finalDepth: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const requests = coins.map(({ txId, vout }): RpcRequest => {
    return { method: 'gettxout', params: [txId, vout, false] };
  });
  const replies = await endpoint.ask(requests, signal);
  return requests.flatMap((_, index) => readState(replies[index], finalDepth));
}

function readState(reply: RpcReply | undefined, finalDepth: number): readonly [string, string] {
  const result = readResult(reply, 'coin');
  if (result === null) return ['spent', 'young'];
  const coin = readObject(result, 'coin');
  const { hex } = readObject(coin['scriptPubKey'], 'coin');
  const depth = readInteger(coin['confirmations'], 'coin');
  if (coin['coinbase'] === true && depth < maturity) return ['spent', 'young'];
  return [
    stateOf({ value: readSatoshi(coin['value'], 'coin'), script: readBytes(hex, 'coin') }),
    depth >= finalDepth ? 'final' : 'young',
  ];
}
