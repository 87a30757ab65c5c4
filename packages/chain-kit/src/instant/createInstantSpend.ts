import { Money, PortageError, standardError, type Observed } from '@portage/core';
import type {
  PaymentIntent,
  SignedTransaction,
  Spend,
  TransactionIntent,
  TransactionOutcome,
} from '@portage/core/chain';
import type { Rpc } from '../endpoint/createRpc.js';
import { sendEverywhere } from '../endpoint/sendEverywhere.js';
import { askNode, readAnswer } from './askNode.js';
import type {
  InstantFamily,
  InstantSigner,
  NodeTransaction,
  TransactionDraft,
} from './instantFamily.js';

/** Options of {@link createInstantSpend}. */
export interface InstantSpendOptions {
  readonly family: InstantFamily;
  readonly chainId: number;
  readonly rpc: Rpc;
  readonly signer: InstantSigner;
  /** Fee of a transaction, from memory. */
  readonly fee: () => Observed<bigint> | undefined;
}

/**
 * Pays from an account that numbers its transactions: a higher fee takes the place of another
 * transaction with the same number.
 */
export function createInstantSpend(options: InstantSpendOptions): Spend {
  const { family, chainId, rpc, signer, fee } = options;
  const { node, outbidPercent = 10n, classify = () => 'ambiguous' } = family;
  const { address: sender } = signer;
  const sign = async (draft: Omit<TransactionDraft, 'chainId'>): Promise<SignedTransaction> => ({
    ...(await signer.sign({ ...draft, chainId })),
    sender,
    sequence: draft.sequence,
  });
  const market = (): bigint => {
    const known = fee();
    if (known === undefined) throw standardError('PRICE_FETCH_FAILED');
    return known.value;
  };
  const outbid = (previous: SignedTransaction | undefined): bigint => {
    if (previous === undefined) return market();
    const needed = Money.mulDivUp(family.feeOf(previous.raw), 100n + outbidPercent, 100n);
    return needed > market() ? needed : market();
  };
  return {
    sender,
    nextSequence: async (signal) => (await askNode(rpc, node.account(sender), signal)).sequence,
    prepare: (intents, firstSequence) => {
      const now = market();
      return Promise.all(
        intents.map((intent, index) =>
          sign({ sequence: firstSequence + BigInt(index), fee: now, intent: paymentOf(intent) }),
        ),
      );
    },
    bump: async (intent, previous, _open, covers) => {
      const fee = outbid(previous);
      if (covers?.(fee) === false) return previous;
      return sign({ sequence: previous.sequence, fee, intent: paymentOf(intent) });
    },
    cancel: (sequence, previous) => sign({ sequence, fee: outbid(previous), intent: undefined }),
    broadcast: (transactions, signal) =>
      sendEverywhere(
        rpc,
        transactions.map(({ raw }) => node.send(raw)),
        classify,
        signal,
      ),
    inspect: async (transactions, signal) => {
      // One answer of one node: a sequence that is used and a transaction that is unknown are then
      // of the same moment, and another one has used the sequence.
      const account = node.account(sender);
      const questions = transactions.map(({ txId }) => node.transaction(txId));
      const [held, ...found] = await rpc.read([account, ...questions], signal);
      const next = readAnswer(account, held).sequence;
      return transactions.map(({ txId, sequence }, index) =>
        outcomeOf(readAnswer(node.transaction(txId), found[index]), sequence < next),
      );
    },
  };
}

function outcomeOf(found: NodeTransaction, isUsed: boolean): TransactionOutcome {
  if (found === null) return { status: isUsed ? 'replaced' : 'missing' };
  if (found.state === 'pending') return { status: 'pending' };
  const { state, height, blockHash, fee } = found;
  return { status: state, height, blockHash, gasCost: fee };
}

function paymentOf(intent: TransactionIntent): PaymentIntent {
  if (intent.type === 'fill' || intent.type === 'refund') return intent;
  throw new PortageError('INVALID_REQUEST', {
    message: `The chain makes payments only, and no ${intent.type}.`,
  });
}
