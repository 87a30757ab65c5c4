import { sendEverywhere, type Rpc } from '@portage/chain-kit';
import { Money, PortageError, type Observed, standardError } from '@portage/core';
import type {
  SignedTransaction,
  Spend,
  TransactionIntent,
  TransactionOutcome,
} from '@portage/core/chain';
import { native } from '../codec.js';
import { transactionId, type TallyKey } from '../openKey.js';
import { decodeSigned, encodeBody, encodeSigned, type TallyAction } from '../transaction.js';
import { readAccount, readTransaction, type NodeTransaction } from './replies.js';

/** Options of {@link createSpend}. */
export interface SpendOptions {
  readonly chainId: number;
  readonly rpc: Rpc;
  readonly solver: TallyKey;
  /** Fee of a transaction, from memory. */
  readonly fee: () => Observed<bigint> | undefined;
}

/** Content of a transaction that the solver signs. */
interface Draft {
  readonly sequence: bigint;
  readonly fee: bigint;
  readonly actions: readonly TallyAction[];
}

/** Pays from the solver's account. */
export function createSpend({ chainId, rpc, solver, fee }: SpendOptions): Spend {
  const sign = async ({ sequence, fee: offered, actions }: Draft): Promise<SignedTransaction> => {
    const sender = solver.address;
    const text = encodeBody({ chainId, sender, sequence, fee: offered, actions: [...actions] });
    return {
      txId: transactionId(text),
      raw: encodeSigned(text, await solver.sign(text)),
      ...{ sender, sequence },
    };
  };
  const market = (): bigint => {
    const known = fee();
    if (known === undefined) throw standardError('PRICE_FETCH_FAILED');
    return known.value;
  };
  const outbid = (previous: SignedTransaction | undefined): bigint => {
    if (previous === undefined) return market();
    const needed = Money.mulDivUp(decodeSigned(previous.raw).body.fee, 11n, 10n);
    return needed > market() ? needed : market();
  };
  const nextSequence = async (signal?: AbortSignal): Promise<bigint> => {
    const request = { method: 'tally_account', params: [solver.address] };
    const [account] = await rpc.read([request], signal);
    return readAccount(account).sequence;
  };
  return {
    sender: solver.address,
    nextSequence,
    prepare: async (intents, firstSequence) => {
      const drafts = intents.map((intent, index) => ({
        ...{ sequence: firstSequence + BigInt(index), fee: market() },
        actions: actionsOf(intent),
      }));
      return Promise.all(drafts.map(sign));
    },
    bump: async (intent, previous) =>
      sign({ sequence: previous.sequence, fee: outbid(previous), actions: actionsOf(intent) }),
    cancel: async (sequence, previous) => sign({ sequence, fee: outbid(previous), actions: [] }),
    broadcast: (transactions, signal) =>
      sendEverywhere(
        rpc,
        transactions.map(({ raw }) => ({
          method: 'tally_send',
          params: [new TextDecoder().decode(raw)],
        })),
        () => 'refused',
        signal,
      ),
    inspect: async (transactions, signal) => {
      // One answer of one node: a sequence that is used and a transaction that is unknown are then
      // of the same moment, and another one has used the sequence.
      const [account, ...results] = await rpc.read(
        [
          { method: 'tally_account', params: [solver.address] },
          ...transactions.map(({ txId }) => ({ method: 'tally_transaction', params: [txId] })),
        ],
        signal,
      );
      const next = readAccount(account).sequence;
      return transactions.map(({ sequence }, index) =>
        outcomeOf(readTransaction(results[index]), sequence < next),
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

function actionsOf(intent: TransactionIntent): readonly TallyAction[] {
  if (intent.type === 'relay' || intent.type === 'collection')
    throw new PortageError('INVALID_REQUEST', { message: 'Tally makes payments only.' });
  const { type, orderId, currency, amount, recipient: to } = intent;
  if (type === 'refund')
    return [
      {
        type: 'release',
        orderId,
        depositor: intent.depositor,
        key: intent.key,
        to,
        currency,
        amount,
      },
    ];
  const { topup = 0n } = intent;
  return [
    { type: 'fill', orderId, to, currency, amount },
    ...(topup === 0n ? [] : [{ type: 'transfer' as const, to, currency: native, amount: topup }]),
  ];
}
