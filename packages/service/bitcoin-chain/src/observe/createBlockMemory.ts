import { malformedReply, readResult, type Ask, type Rpc } from '@portage/chain-kit';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import type { Transaction } from 'bitcoinjs-lib';
import { readBlock } from '../rpc/block.js';
import type { Header } from '../rpc/header.js';
import { readBytes } from '../rpc/parse.js';
import { blockRequest } from '../rpc/requests.js';
import { readPlaced, type Heads } from './createHeads.js';

/** Newest blocks of which something is kept: a reorg may change them, so they are read again. */
const keptBlocks = 32;

/** Heights from `first` to `last`. */
export interface BlockRange {
  readonly first: number;
  readonly last: number;
}

/** Memory of values of the newest blocks. */
export interface BlockMemory<Value> {
  /** Keeps something of a block that was read anyway. */
  readonly keep: (header: Header, transactions: readonly Transaction[]) => void;
  /**
   * Values kept of the blocks of a range, the newest first. Blocks are found from the newest one
   * down, each the parent of the one after, and must hold what their headers commit to: no endpoint
   * can leave a transaction out.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  read(range: BlockRange, signal: AbortSignal): Promise<readonly Value[]>;
}

/** Options of {@link createBlockMemory}. */
export interface BlockMemoryOptions<Value> {
  readonly network: BitcoinNetwork;
  readonly heads: Pick<Heads, 'latest'>;
  readonly rpc: Pick<Rpc, 'first'>;
  /** The part of a block that is kept. Pure. */
  readonly choose: (transactions: readonly Transaction[]) => Value;
}

interface KeptBlock<Value> {
  readonly header: Header;
  readonly value: Value;
}

/** Makes the memory of something that the newest blocks hold. */
export function createBlockMemory<Value>({
  network,
  heads,
  rpc,
  choose,
}: BlockMemoryOptions<Value>): BlockMemory<Value> {
  const kept = new Map<string, KeptBlock<Value>>();

  function keep(header: Header, transactions: readonly Transaction[]): KeptBlock<Value> {
    const block = { header, value: choose(transactions) };
    kept.delete(header.hash);
    kept.set(header.hash, block);
    const [oldest] = kept.keys();
    if (kept.size > keptBlocks && oldest !== undefined) kept.delete(oldest);
    return block;
  }

  async function load(
    ask: Ask,
    place: Pick<Header, 'height' | 'hash'>,
    signal: AbortSignal,
  ): Promise<KeptBlock<Value>> {
    const known = kept.get(place.hash);
    if (known !== undefined) return known;
    const [header] = await readPlaced(ask, [place], network, signal);
    if (header === undefined) throw malformedReply('header');
    const [reply] = await ask([blockRequest(place.hash)], signal);
    const bytes = readBytes(readResult(reply, 'getblock'), 'block');
    return keep(header, readBlock(bytes, place.hash));
  }

  return {
    keep,
    read: async ({ first, last }, signal) => {
      const head = heads.latest()?.value;
      const found: Value[] = [];
      if (head === undefined) return found;
      let place: Pick<Header, 'height' | 'hash'> = head;
      while (place.height >= Math.max(0, first)) {
        const { header, value } = await rpc.first((ask) => load(ask, place, signal), signal);
        if (place.height <= last) found.push(value);
        if (place.height === 0) return found;
        place = { height: place.height - 1, hash: header.parentHash };
      }
      return found;
    },
  };
}
