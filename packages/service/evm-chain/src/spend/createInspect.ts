import type { Depth, SignedTransaction, Spend, TransactionOutcome } from '@portage/core/chain';
import { type Endpoint, isObject, readResult, type Rpc } from '@portage/chain-kit';
import { costOfReceipt } from './costOfReceipt.js';
import { readHash, readInteger, readQuantity, toQuantity } from '../rpc/parse.js';

type SentTransaction = Pick<SignedTransaction, 'txId' | 'sequence'>;

/** Endpoints and sender of transactions that are looked up. */
export interface InspectOptions {
  readonly rpc: Rpc;
  readonly sender: string;
  readonly quorum: number;
  /** The block whose account state can no longer change, as a block tag or a height. */
  readonly finalBlock: () => Depth;
}

/**
 * Looks transactions up. `replaced` frees money for a second payment, so it takes the most proof:
 * the sender's count at a block that is final, read before the receipts and from the same endpoint,
 * has passed the sequence, there is no receipt, and a quorum of endpoints says so. `reverted` frees
 * it as well, and takes the quorum of one and the same block.
 */
export function createInspect(options: InspectOptions): Spend['inspect'] {
  return async (transactions, signal) => {
    if (transactions.length === 0) return [];
    const views = await Promise.all(
      options.rpc.endpoints.map((endpoint) =>
        look(endpoint, transactions, options, signal).catch(() => undefined),
      ),
    );
    const answers = views.filter((view) => view !== undefined);
    if (answers.length === 0) return transactions.map(() => ({ status: 'pending' }));
    return transactions.map((_, index) =>
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
  transactions: readonly SentTransaction[],
  options: InspectOptions,
  signal?: AbortSignal,
): Promise<readonly TransactionOutcome[]> {
  const block = options.finalBlock();
  const [countReply] = await endpoint.ask(
    [
      {
        method: 'eth_getTransactionCount',
        params: [options.sender, typeof block === 'number' ? toQuantity(block) : block],
      },
    ],
    signal,
  );
  // Without the tag no sequence counts as finally used.
  const finalCount =
    countReply?.ok === true ? readQuantity(countReply.result, 'transaction count') : 0n;
  const receipts = await endpoint.ask(
    transactions.map(({ txId }) => ({ method: 'eth_getTransactionReceipt', params: [txId] })),
    signal,
  );
  const seen = transactions.map(({ sequence }, index): TransactionOutcome | undefined => {
    const receipt = readResult(receipts[index], 'eth_getTransactionReceipt');
    if (isObject(receipt)) return readOutcome(receipt);
    return finalCount > sequence ? { status: 'replaced' } : undefined;
  });
  // Most are in a block by the time that they are asked for; only of the others it matters whether
  // they are known at all.
  const others = transactions.filter((_, index) => seen[index] === undefined);
  const known = await readKnown(endpoint, others, signal);
  return transactions.map(
    ({ txId }, index) => seen[index] ?? { status: known.has(txId) ? 'pending' : 'missing' },
  );
}

/** Which of the transactions the endpoint knows, mined or not. */
async function readKnown(
  endpoint: Endpoint,
  transactions: readonly SentTransaction[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (transactions.length === 0) return new Set();
  const replies = await endpoint.ask(
    transactions.map(({ txId }) => ({ method: 'eth_getTransactionByHash', params: [txId] })),
    signal,
  );
  return new Set(
    transactions
      .filter((_, index) => isObject(readResult(replies[index], 'eth_getTransactionByHash')))
      .map(({ txId }) => txId),
  );
}

function readOutcome(receipt: Readonly<Record<string, unknown>>): TransactionOutcome {
  return {
    status: receipt['status'] === '0x1' ? 'mined' : 'reverted',
    height: readInteger(receipt['blockNumber'], 'block number'),
    blockHash: readHash(receipt['blockHash'], 'block hash'),
    gasCost: costOfReceipt(receipt),
  };
}

/**
 * One endpoint that saw it mined is enough: for a payment the chain's own event must be seen, too.
 * Having reverted frees money like being replaced does, so either needs the quorum, in one block,
 * and no endpoint that saw it otherwise.
 */
function decide(outcomes: readonly TransactionOutcome[], quorum: number): TransactionOutcome {
  const mined = outcomes.find((outcome) => outcome.status === 'mined');
  if (mined !== undefined) return mined;
  const reverted = outcomes.flatMap((outcome) => (outcome.status === 'reverted' ? [outcome] : []));
  const agreed = reverted.find(
    ({ blockHash }) => reverted.filter((other) => other.blockHash === blockHash).length >= quorum,
  );
  if (agreed !== undefined) return agreed;
  if (reverted.length > 0) return { status: 'pending' };
  if (outcomes.some((outcome) => outcome.status === 'pending')) return { status: 'pending' };
  const replaced = outcomes.filter((outcome) => outcome.status === 'replaced').length;
  if (replaced >= quorum) return { status: 'replaced' };
  return { status: replaced > 0 ? 'pending' : 'missing' };
}
