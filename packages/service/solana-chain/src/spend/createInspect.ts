import type { Spend, TransactionOutcome } from '@portage/core/chain';
import {
  type Endpoint,
  isObject,
  readList,
  readResult,
  type Rpc,
  type RpcReply,
} from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import { decodeTransaction } from '../observe/decodeTransaction.js';
import type { Programs } from '../observe/readInvocation.js';
import { readInteger, readValue } from '../rpc/parse.js';
import { readHeader } from '../rpc/header.js';
import { blockRequest, transactionRequest } from '../rpc/requests.js';

/** Signatures that may be looked up in one call. */
const pageSize = 256;

/** Options of {@link createInspect}. */
export interface InspectOptions {
  readonly rpc: Rpc;
  readonly programs: Programs;
  readonly sender: string;
  /**
   * Endpoints that must agree before something is believed that frees money for a second payment.
   */
  readonly quorum: number;
}

/**
 * Looks transactions up with every endpoint, their whole history included. One that saw it land is
 * enough, a quorum must have seen it fail; that no endpoint knows it says only that: whether it can
 * still land is for `bump` to find out.
 */
export function createInspect(options: InspectOptions): Spend['inspect'] {
  const { rpc } = options;
  return async (transactions, signal) => {
    if (transactions.length === 0) return [];
    const ids = transactions.map(({ txId }) => txId);
    const views = await Promise.all(
      rpc.endpoints.map((endpoint) => look(endpoint, ids, options, signal).catch(() => undefined)),
    );
    const answers = views.filter((view) => view !== undefined);
    if (answers.length === 0) return transactions.map(() => ({ status: 'pending' }));
    return ids.map((_, index) =>
      decide(
        answers.flatMap((view) => view[index] ?? []),
        options.quorum,
      ),
    );
  };
}

/** Outcomes that one endpoint sees. */
async function look(
  endpoint: Endpoint,
  ids: readonly string[],
  options: InspectOptions,
  signal?: AbortSignal,
): Promise<readonly TransactionOutcome[]> {
  const statuses = await readStatuses(endpoint, ids, signal);
  const landed = ids.filter(
    (_, index) => statuses[index] === 'landed' || statuses[index] === 'final',
  );
  const replies =
    landed.length === 0
      ? []
      : await endpoint.ask(
          landed.map((txId) => transactionRequest(txId, 'confirmed')),
          signal,
        );
  const outcomes = ids.map((txId, index): TransactionOutcome => {
    const status = statuses[index];
    if (status !== 'landed' && status !== 'final')
      return { status: status === 'seen' ? 'pending' : 'missing' };
    return readOutcome(txId, replies[landed.indexOf(txId)], options);
  });
  return await nameBlocks(endpoint, outcomes, (index) => statuses[index] === 'landed', signal);
}

/**
 * Says in which block each transaction is: a slot alone is the same on every fork. What is in no
 * block any more is pending.
 */
async function nameBlocks(
  endpoint: Endpoint,
  outcomes: readonly TransactionOutcome[],
  isTentative: (index: number) => boolean,
  signal?: AbortSignal,
): Promise<readonly TransactionOutcome[]> {
  const slots = [
    ...new Set(outcomes.flatMap((outcome) => ('height' in outcome ? [outcome.height] : []))),
  ];
  if (slots.length === 0) return outcomes;
  const replies = await endpoint.ask(
    slots.map((slot) => blockRequest(slot, 'confirmed')),
    signal,
  );
  const hashes = new Map(slots.map((slot, index) => [slot, hashOf(slot, replies[index])]));
  return outcomes.map((outcome, index): TransactionOutcome => {
    if (!('height' in outcome)) return outcome;
    const blockHash = hashes.get(outcome.height);
    return blockHash === undefined
      ? { status: 'pending' }
      : { ...outcome, blockHash, ...(isTentative(index) ? { isTentative: true } : {}) };
  });
}

/** The hash of the block in a slot; undefined where the endpoint has none there. */
function hashOf(slot: number, reply: RpcReply | undefined): string | undefined {
  return reply?.ok === true && isObject(reply.result)
    ? readHeader(slot, reply.result).hash
    : undefined;
}

/** Progress of each transaction, as one endpoint sees it. @throws PortageError `RPC_HTTP_ERROR` */
export async function readStatuses(
  endpoint: Endpoint,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly ('final' | 'landed' | 'seen' | 'unknown')[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / pageSize) }, (_, page) =>
    ids.slice(page * pageSize, (page + 1) * pageSize),
  );
  const replies = await endpoint.ask(
    pages.map((page) => ({
      method: 'getSignatureStatuses',
      params: [page, { searchTransactionHistory: true }],
    })),
    signal,
  );
  return replies.flatMap((reply, page) => {
    const list = readList(
      readValue(readResult(reply, 'getSignatureStatuses'), 'statuses'),
      'statuses',
    );
    return (pages[page] ?? []).map((_, index) => {
      const status = list[index];
      if (!isObject(status)) return 'unknown';
      if (status['confirmationStatus'] === 'finalized') return 'final';
      return status['confirmationStatus'] === 'processed' ? 'seen' : 'landed';
    });
  });
}

/**
 * Its fees and the rent that it paid: what left the sender beside what was paid out or swapped,
 * and what it kept of earnings that came home.
 */
function readOutcome(
  txId: string,
  reply: RpcReply | undefined,
  { programs, sender }: InspectOptions,
): TransactionOutcome {
  const transaction = decodeTransaction(txId, readResult(reply, 'getTransaction'), programs);
  // The endpoint knows it and has no details yet.
  if (transaction === undefined) return { status: 'pending' };
  const paid = transaction.events('').reduce((sum, event) => {
    if (event.type !== 'fill' && event.type !== 'release') return sum;
    if (event.currency !== solanaCodec.nativeCurrency) return sum;
    if (event.type === 'fill') return event.solver === sender ? sum + event.amount : sum;
    return event.recipient === sender ? sum - event.amount : sum;
  }, 0n);
  return {
    status: transaction.failed ? 'reverted' : 'mined',
    height: transaction.slot,
    gasCost: transaction.spent - paid - transaction.swapped(sender),
  };
}

/**
 * One endpoint that saw it land is enough; that it failed frees money for a second payment, and
 * takes a quorum of one block.
 */
function decide(outcomes: readonly TransactionOutcome[], quorum: number): TransactionOutcome {
  const mined = outcomes.find(({ status }) => status === 'mined');
  if (mined !== undefined) return mined;
  const reverted = outcomes.flatMap((outcome) => (outcome.status === 'reverted' ? [outcome] : []));
  const agreed = reverted.find(
    ({ blockHash }) => reverted.filter((other) => other.blockHash === blockHash).length >= quorum,
  );
  if (agreed !== undefined) return agreed;
  return {
    status: outcomes.some(({ status }) => status === 'pending' || status === 'reverted')
      ? 'pending'
      : 'missing',
  };
}

/** Transaction that lands until a height or never. */
export interface ExpiringTransaction {
  readonly txId: string;
  readonly lastValidBlockHeight: number;
}

/**
 * Whether a transaction can never land: enough endpoints say that the blocks which could hold it
 * are final, and, asked after that, that they do not know it; and no endpoint knows it.
 */
export async function isExpired(
  { txId, lastValidBlockHeight }: ExpiringTransaction,
  { rpc, quorum }: Pick<InspectOptions, 'rpc' | 'quorum'>,
  signal?: AbortSignal,
): Promise<boolean> {
  const answers = await Promise.all(
    rpc.endpoints.map(async (endpoint) => {
      try {
        const [reply] = await endpoint.ask(
          [{ method: 'getBlockHeight', params: [{ commitment: 'finalized' }] }],
          signal,
        );
        const isOver =
          readInteger(readResult(reply, 'getBlockHeight'), 'height') > lastValidBlockHeight;
        const [status] = await readStatuses(endpoint, [txId], signal);
        return status === 'unknown' ? (isOver ? 'over' : 'open') : 'known';
      } catch {
        // An endpoint that fails does not agree.
        return 'open';
      }
    }),
  );
  return (
    !answers.includes('known') && answers.filter((answer) => answer === 'over').length >= quorum
  );
}
