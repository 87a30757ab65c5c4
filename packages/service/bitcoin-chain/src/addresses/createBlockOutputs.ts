import { malformedReply, readResult, type Ask, type Rpc } from '@portage/chain-kit';
import { scriptKind } from '@portage/bitcoin/transaction';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import type { Transaction } from 'bitcoinjs-lib';
import { readPlaced, type Heads } from '../observe/createHeads.js';
import { readBlock } from '../rpc/block.js';
import type { Header } from '../rpc/header.js';
import { readBytes } from '../rpc/parse.js';
import { blockRequest } from '../rpc/requests.js';

/** Newest blocks whose outputs are kept: they are looked at again, as a reorg may change them. */
const keptBlocks = 32;

/** Heights from `first` to `last`. */
export interface BlockRange {
  readonly first: number;
  readonly last: number;
}

/** Scripts that blocks pay. */
export interface BlockOutputs {
  /** Keeps the outputs of a block that was read anyway. */
  readonly keep: (header: Header, transactions: readonly Transaction[]) => void;
  /**
   * P2WPKH scripts that the blocks of a range pay, as hex. Blocks are found from the newest one
   * down, each the parent of the one after, and must hold what their headers commit to: no endpoint
   * can leave a payment out.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  paid(range: BlockRange, signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/** Options of {@link createBlockOutputs}. */
export interface BlockOutputsOptions {
  readonly network: BitcoinNetwork;
  readonly heads: Pick<Heads, 'latest'>;
  readonly rpc: Pick<Rpc, 'first'>;
}

interface KeptBlock {
  readonly header: Header;
  readonly scripts: ReadonlySet<string>;
}

/** Makes the memory of what the newest blocks pay. */
export function createBlockOutputs({ network, heads, rpc }: BlockOutputsOptions): BlockOutputs {
  const kept = new Map<string, KeptBlock>();

  function keep(header: Header, transactions: readonly Transaction[]): KeptBlock {
    const block = { header, scripts: scriptsOf(transactions) };
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
  ): Promise<KeptBlock> {
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
    paid: async ({ first, last }, signal) => {
      const head = heads.latest()?.value;
      const found = new Set<string>();
      if (head === undefined) return found;
      let place: Pick<Header, 'height' | 'hash'> = head;
      while (place.height >= Math.max(0, first)) {
        const { header, scripts } = await rpc.first((ask) => load(ask, place, signal), signal);
        if (place.height <= last) for (const script of scripts) found.add(script);
        if (place.height === 0) return found;
        place = { height: place.height - 1, hash: header.parentHash };
      }
      return found;
    },
  };
}

function scriptsOf(transactions: readonly Transaction[]): ReadonlySet<string> {
  const scripts = new Set<string>();
  for (const { outs } of transactions)
    for (const { script } of outs)
      if (scriptKind(script) === 'p2wpkh') scripts.add(Buffer.from(script).toString('hex'));
  return scripts;
}
