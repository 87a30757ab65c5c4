import { PortageError } from '@portage/core';
import {
  malformedReply,
  readList,
  readObject,
  readResult,
  type Ask,
  type Endpoint,
  type Quorum,
  type Rpc,
  type RpcRequest,
} from '@portage/chain-kit';
import { readInteger, readText } from '../rpc/parse.js';
import { transactionRequest, type Commitment } from '../rpc/requests.js';
import { gatherAnswers } from './gatherAnswers.js';

const pageSize = 1_000;

/** Transactions of one endpoint's list alone that are looked up in one go. */
const lookedUpMax = 200;

/** A transaction that named one of some accounts and did not fail. */
export interface ListedTransaction {
  readonly txId: string;
  readonly slot: number;
}

/** Programs or other accounts, and slots that are looked through, both ends included. */
export interface Listing {
  readonly accounts: readonly string[];
  readonly first: number;
  readonly last: number;
  readonly commitment: Commitment;
}

/** Endpoints that list transactions. */
export interface ListingContext {
  readonly rpc: Pick<Rpc, 'endpoints'>;
  readonly quorum: Quorum;
  readonly signal: AbortSignal;
}

/**
 * Transactions of our programs in slots, oldest first, each once. Only nodes that have reached the
 * last slot answer. Several endpoints list them, and what too few of them list is looked up by a
 * quorum: one that forgets is found out, and one that invents is left alone with it. Failed
 * transactions moved nothing and are left out.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where no quorum of endpoints answers
 */
export async function listSignatures(
  { rpc, quorum, signal }: ListingContext,
  listing: Listing,
): Promise<readonly ListedTransaction[]> {
  const { endpoints } = rpc;
  const wanted = Math.max(quorum.needed, Math.min(2, endpoints.length));
  const lists = await gatherAnswers(
    endpoints.map((endpoint) => (stop) => listAt(endpoint.ask, listing, stop)),
    { wanted, signal },
  );
  const [first] = lists;
  if (first === undefined || lists.length < quorum.needed)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'Too few chain endpoints list the transactions of our programs.',
    });
  const votes = new Map<string, { readonly entry: ListedTransaction; count: number }>();
  for (const entry of lists.flat()) {
    const key = `${entry.txId}/${String(entry.slot)}`;
    const vote = votes.get(key) ?? { entry, count: 0 };
    vote.count += 1;
    votes.set(key, vote);
  }
  const all = [...votes.values()];
  const listed = all.filter(({ count }) => count >= quorum.needed).map(({ entry }) => entry);
  const doubtful = all.filter(({ count }) => count < quorum.needed).map(({ entry }) => entry);
  const found = await lookUp(doubtful.slice(0, lookedUpMax), listing, { quorum, signal });
  return [...listed, ...found].sort((a, b) => a.slot - b.slot);
}

/** The transactions of these that a quorum has where one endpoint's list says. */
async function lookUp(
  doubtful: readonly ListedTransaction[],
  { commitment }: Listing,
  { quorum, signal }: Pick<ListingContext, 'quorum' | 'signal'>,
): Promise<readonly ListedTransaction[]> {
  if (doubtful.length === 0) return [];
  const ask = async (endpoint: Endpoint, stop: AbortSignal): Promise<readonly number[]> => {
    const requests = doubtful.map(({ txId }) => transactionRequest(txId, commitment));
    const replies = await endpoint.ask(requests, stop);
    return replies.map((reply) => {
      const result = readResult(reply, 'getTransaction');
      return result === null ? -1 : readInteger(readObject(result, 'transaction')['slot'], 'slot');
    });
  };
  const slots = await quorum.read({ subject: 'signatures', items: doubtful.length, ask }, signal);
  return doubtful.filter(({ slot }, index) => slots[index] === slot);
}

/** One endpoint's own list, each transaction once. */
export async function listAt(
  ask: Ask,
  listing: Listing,
  signal: AbortSignal,
): Promise<readonly ListedTransaction[]> {
  const found = new Map<string, ListedTransaction>();
  for (const account of listing.accounts)
    for (const listed of await listAccount(ask, account, listing, signal))
      found.set(listed.txId, listed);
  return [...found.values()];
}

/** Pages go from the newest to the oldest; what is found is turned around. */
async function listAccount(
  ask: Ask,
  account: string,
  listing: Listing,
  signal: AbortSignal,
): Promise<readonly ListedTransaction[]> {
  const found: ListedTransaction[] = [];
  for (let before: string | undefined; ;) {
    const [reply] = await ask([pageRequest(account, before, listing)], signal);
    const page = readEntries(readResult(reply, 'getSignaturesForAddress'));
    found.push(
      ...page
        .filter(({ slot, failed }) => !failed && slot >= listing.first && slot <= listing.last)
        .map(({ txId, slot }) => ({ txId, slot })),
    );
    const oldest = page.at(-1);
    if (page.length < pageSize || oldest === undefined || oldest.slot < listing.first)
      return found.reverse();
    before = oldest.txId;
  }
}

function pageRequest(
  account: string,
  before: string | undefined,
  { last, commitment }: Listing,
): RpcRequest {
  return {
    method: 'getSignaturesForAddress',
    params: [
      account,
      {
        commitment,
        limit: pageSize,
        minContextSlot: last,
        ...(before === undefined ? {} : { before }),
      },
    ],
  };
}

function readEntries(
  result: unknown,
): readonly (ListedTransaction & { readonly failed: boolean })[] {
  return readList(result, 'list of signatures').map((value) => {
    const { signature, slot, err } = readObject(value, 'signature');
    if (err === undefined) throw malformedReply('signature');
    return {
      txId: readText(signature, 'signature'),
      slot: readInteger(slot, 'slot'),
      failed: err !== null,
    };
  });
}
