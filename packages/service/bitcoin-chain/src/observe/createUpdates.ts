import type { ChainRollback, ChainUpdate, Observe } from '@portage/core/chain';
import {
  createLocalChain,
  findAncestor,
  followHeads,
  malformedReply,
  readAgreed,
  readResult,
  type Ask,
  type HashReader,
  type LocalChain,
  type ObservedEvents,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import type { Transaction } from 'bitcoinjs-lib';
import { finalHeight } from '../finalDepth.js';
import { readBlock } from '../rpc/block.js';
import { cursorOf, type Header } from '../rpc/header.js';
import { readBytes, readHash } from '../rpc/parse.js';
import { blockRequest, hashRequest } from '../rpc/requests.js';
import { readPlaced, type Heads } from './createHeads.js';
import type { Accounts } from './decodeTransaction.js';
import { readMovements } from './readMovements.js';

/** Blocks of one step at most, while catching up. */
const stepBlocks = 20;

/** Options of {@link createUpdates}. */
export interface UpdatesOptions {
  readonly heads: Heads;
  readonly rpc: Rpc;
  /** Says whether blocks are taken back. */
  readonly quorum: Quorum;
  readonly accounts: Accounts;
  readonly startHeight: number;
  /** Blocks that must stand on a transaction before nothing takes it back. */
  readonly finalDepth: number;
  /** Receives the deposits that were read, so that they need not be asked for again. */
  readonly observedEvents: ObservedEvents;
  /** Receives the transactions of each block that was read. */
  readonly onBlock?: ((header: Header, transactions: readonly Transaction[]) => void) | undefined;
}

/**
 * Follows a chain block by block. Blocks are read whole and must have the transactions that their
 * headers commit to, so no endpoint can leave one out. Every block that is handed out is the child
 * of the one before; where it is not, the rollback comes first.
 */
export function createUpdates(options: UpdatesOptions): Observe['updates'] {
  return (known, signal) => {
    const localChain = createLocalChain(known, options.observedEvents);
    return followHeads(
      options.heads,
      (head) => follow({ ...options, localChain, signal }, head),
      signal,
    );
  };
}

interface FollowContext extends UpdatesOptions {
  readonly localChain: LocalChain;
  readonly signal: AbortSignal;
}

/** Goes from the newest known block to a head. */
async function* follow(chain: FollowContext, head: Header): AsyncGenerator<ChainUpdate> {
  const { localChain, startHeight } = chain;
  if (head.height < startHeight) return;
  for (;;) {
    const tip = localChain.tip();
    if (tip !== undefined && head.height <= tip.height) {
      const ours = localChain.at(head.height);
      // A head that we have passed already, or a node that is behind: nothing new.
      if (ours === undefined || ours.hash === head.hash) return;
      yield await rollback(chain, head);
      continue;
    }
    const first = tip === undefined ? startHeight : tip.height + 1;
    const last = Math.min(head.height, first + stepBlocks - 1);
    const end = last === head.height ? head.hash : await agreedHash(chain, last);
    const headers = await chain.rpc.first(
      (ask) => readLinkedHeaders(chain, ask, { first, last, end }),
      chain.signal,
    );
    if (tip !== undefined && headers[0]?.parentHash !== tip.hash) {
      yield await rollback(chain, head);
      continue;
    }
    const events = [];
    for (const header of headers)
      events.push(
        ...(await chain.rpc.first((ask) => readBlockEvents(chain, ask, header), chain.signal)),
      );
    const final = finalHeight(head.height, chain.finalDepth);
    yield localChain.append(headers.map(cursorOf), events, final);
  }
}

/** Hash at a height that a quorum tells. @throws PortageError `RPC_HTTP_ERROR` */
function agreedHash({ quorum, signal }: FollowContext, height: number): Promise<string> {
  return readAgreed(
    quorum,
    {
      subject: 'block',
      read: async ({ ask }, stop) => {
        const [reply] = await ask([hashRequest(height)], stop);
        return readHash(readResult(reply, 'getblockhash'), 'hash');
      },
    },
    signal,
  );
}

/** Heights to read, and the hash that the last block must have. */
interface HeaderRange {
  readonly first: number;
  readonly last: number;
  readonly end: string;
}

/** Headers of a range, each the child of the one before. @throws PortageError `RPC_HTTP_ERROR` */
async function readLinkedHeaders(
  { accounts, signal }: FollowContext,
  ask: Ask,
  { first, last, end }: HeaderRange,
): Promise<readonly Header[]> {
  const heights = Array.from({ length: last - first }, (_, index) => first + index);
  const replies = heights.length === 0 ? [] : await ask(heights.map(hashRequest), signal);
  const places = heights.map((height, index) => ({
    height,
    hash: readHash(readResult(replies[index], 'getblockhash'), 'hash'),
  }));
  const headers = await readPlaced(
    ask,
    [...places, { height: last, hash: end }],
    accounts.network,
    signal,
  );
  headers.forEach(({ parentHash }, index) => {
    const parent = headers[index - 1];
    if (parent !== undefined && parentHash !== parent.hash)
      throw malformedReply('chain: it changed its mind while it was being read');
  });
  return headers;
}

async function readBlockEvents(
  { accounts, signal, onBlock }: FollowContext,
  ask: Ask,
  header: Header,
): ReturnType<typeof readMovements> {
  const [reply] = await ask([blockRequest(header.hash)], signal);
  const bytes = readBytes(readResult(reply, 'getblock'), 'block');
  const transactions = readBlock(bytes, header.hash);
  onBlock?.(header, transactions);
  return readMovements({ ask, accounts, signal }, transactions, header);
}

async function rollback(
  { localChain, quorum, signal }: FollowContext,
  { height }: Header,
): Promise<ChainRollback> {
  return localChain.rollback(
    await findAncestor({ localChain, quorum, readHashes, height, signal }),
  );
}

/** A height above an endpoint's newest block is refused: it has nothing to tell of it. */
const readHashes: HashReader = async ({ ask }, heights, signal) => {
  const replies = await ask(heights.map(hashRequest), signal);
  return replies.map((reply) => (reply.ok ? readHash(reply.result, 'hash') : undefined));
};
