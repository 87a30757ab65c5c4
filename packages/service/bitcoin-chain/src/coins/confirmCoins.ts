import {
  malformedReply,
  readObject,
  readResult,
  type Endpoint,
  type Quorum,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
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

/** Each coin once; what is told of it otherwise is another one, of which at most one is true. */
export function uniqueCoins(coins: readonly OwnedCoin[]): readonly OwnedCoin[] {
  return [...new Map(coins.map((coin) => [`${outpointOf(coin)} ${stateOf(coin)}`, coin])).values()];
}

/**
 * Those of the candidates that a quorum of Core's endpoints has in a block, unspent there, with
 * their value and script. What a waiting transaction spends counts until a block has that one.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where no quorum tells the same of any
 */
export async function confirmCoins<Coin extends OwnedCoin>(
  quorum: Quorum,
  candidates: readonly Coin[],
  signal: AbortSignal | undefined,
): Promise<readonly Coin[]> {
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
  return candidates.filter((coin, index) => agreed[index] === stateOf(coin));
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
