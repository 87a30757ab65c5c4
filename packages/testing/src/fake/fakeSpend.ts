import { assert, Money, PortageError } from '@portage/core';
import type {
  AuthorizationFate,
  BroadcastResult,
  PaymentAuthorization,
  SignedTransaction,
  Spend,
  TransactionIntent,
  TransactionOutcome,
} from '@portage/core/chain';
import { fakeNative } from './fakeAddress.js';
import type { Ledger } from './createLedger.js';
import { createUsed } from './createUsed.js';
import { decodeTransaction, encodeTransaction, type FakeAction } from './fakeTransaction.js';
import { joinPayments } from './joinPayments.js';

/**
 * Fault of a broadcast. `lost`: the node accepts the transaction and forgets it. `timedOut`: the
 * node takes the transaction and does not answer.
 */
export type BroadcastFault = 'lost' | 'timedOut' | 'unreachable' | 'rejected';

type InspectedTransaction = Parameters<Spend['inspect']>[0][number];

/** Ledger and settings that a fake chain spends with. */
export interface FakeSpendOptions {
  readonly ledger: Ledger;
  readonly chainId: number;
  readonly sender: string;
  readonly fee: () => bigint;
  readonly finalizedHeight: () => number;
  readonly nextFault: () => BroadcastFault | undefined;
  /** Each payment spends a coin, and sequences are not counted. */
  readonly holdsCoins?: boolean;
  /** Fills of one transaction at most; each payment is a transaction of its own where left out. */
  readonly joinsMax?: number | undefined;
  /** Blocks for which a transaction may land; for ever where left out. */
  readonly validBlocks?: number | undefined;
  /** Seconds for which anybody may make a refund that was signed. */
  readonly authorizedSeconds?: number | undefined;
}

/** Makes `Chain.spend` of a fake chain. */
export function fakeSpend({
  ledger,
  chainId,
  sender,
  fee,
  finalizedHeight,
  nextFault,
  holdsCoins = false,
  joinsMax,
  validBlocks,
  authorizedSeconds,
}: FakeSpendOptions): Spend {
  let highest = -1n;
  const used = createUsed(ledger, sender, finalizedHeight);
  const expiry = (): number | undefined =>
    authorizedSeconds === undefined ? undefined : ledger.tip().time + authorizedSeconds;
  const toAction = (intent: TransactionIntent): FakeAction => actionOf(intent, sender, expiry());
  const sign = (
    sequence: bigint,
    price: bigint,
    actions: FakeAction[],
    coins?: readonly string[],
  ): SignedTransaction =>
    withAuthorization(
      encodeTransaction({
        chainId,
        sender,
        sequence,
        fee: price,
        actions,
        ...(coins === undefined ? {} : { coins: [...coins] }),
        ...(validBlocks === undefined ? {} : { expiresAt: ledger.tip().height + validBlocks }),
      }),
      actions,
    );
  /** Whether bytes that expire may still land, or have landed. */
  const isOpen = ({ txId, raw }: SignedTransaction): boolean => {
    const { expiresAt } = decodeTransaction(raw);
    if (expiresAt === undefined) return false;
    return finalizedHeight() < expiresAt || ledger.find(txId) !== undefined;
  };
  const coinsOf = ({ raw }: Pick<SignedTransaction, 'raw'>): readonly string[] =>
    decodeTransaction(raw).coins ?? [];
  /** Coins in blocks that no open transaction spends, in their order. */
  const freeCoins = (open: readonly SignedTransaction[]): readonly string[] => {
    const taken = new Set(open.flatMap(coinsOf));
    return [...ledger.state.coins].filter((coin) => !taken.has(coin));
  };
  const takeCoin = (free: readonly string[], index: number): readonly string[] => {
    const coin = free[index];
    if (coin === undefined)
      throw new PortageError('SERVICE_UNAVAILABLE', { message: 'There is no coin to pay with.' });
    return [coin];
  };
  const inspect = ({ txId, sequence, raw }: InspectedTransaction): TransactionOutcome => {
    const mined = ledger.find(txId);
    if (mined !== undefined)
      return { status: mined.status, height: mined.height, gasCost: mined.body.fee };
    if (ledger.pending().some((transaction) => transaction.txId === txId))
      return { status: 'pending' };
    const coins = holdsCoins && raw !== undefined ? coinsOf({ raw }) : [];
    const isConsumed = holdsCoins ? used.areLost(coins) : used.isSequenceUsed(sequence);
    return { status: isConsumed ? 'replaced' : 'missing' };
  };
  return {
    sender,
    nextSequence: async (signal) => {
      signal?.throwIfAborted();
      return holdsCoins || validBlocks !== undefined ? highest + 1n : ledger.nextSequence(sender);
    },
    ...(holdsCoins
      ? {
          holdsCoins,
          countsSequences: false,
          canFund: (intents, open) => {
            const funded = joinPayments(intents, joinsMax ?? 1).slice(0, freeCoins(open).length);
            const places = new Set(funded.flat());
            return intents.map((_, index) => places.has(index));
          },
        }
      : {}),
    ...(validBlocks === undefined ? {} : { countsSequences: false }),
    ...(authorizedSeconds === undefined
      ? {}
      : {
          authorizationFates: async (authorizations, signal) => {
            signal?.throwIfAborted();
            return authorizations.map((one) => fateOf(one, ledger, finalizedHeight()));
          },
        }),
    ...(joinsMax === undefined
      ? {}
      : {
          // By the digits of each amount, so that parts of a fee differ.
          feeWeights: ({ raw }) =>
            decodeTransaction(raw).actions.map(({ amount }) => BigInt(amount.toString().length)),
        }),
    prepare: async (intents, firstSequence, open = []) => {
      const free = holdsCoins ? freeCoins(open) : [];
      const signed = new Map<number, SignedTransaction>();
      for (const [index, places] of joinPayments(intents, joinsMax ?? 1).entries()) {
        const [first = 0] = places;
        const coins = holdsCoins ? takeCoin(free, index) : undefined;
        const paid = places.flatMap((place) => intents[place] ?? []);
        const transaction = sign(firstSequence + BigInt(first), fee(), paid.map(toAction), coins);
        for (const place of places)
          signed.set(place, { ...transaction, sequence: firstSequence + BigInt(place) });
      }
      return intents.flatMap((_, index) => signed.get(index) ?? []);
    },
    bump: async (intent, previous, _open, covers) => {
      if (isOpen(previous)) return previous;
      const { fee: offered, coins, actions } = decodeTransaction(previous.raw);
      const least = outbid(offered);
      const needed = least > fee() ? least : fee();
      if (covers?.(needed) === false) return previous;
      const paid = actions.length > 1 ? [...actions] : [toAction(intent)];
      return sign(previous.sequence, needed, paid, coins);
    },
    cancel: async (sequence, previous) => {
      if (previous !== undefined && isOpen(previous))
        throw new PortageError('SERVICE_UNAVAILABLE', { message: 'It may still land.' });
      const rival = previous === undefined ? undefined : decodeTransaction(previous.raw);
      const needed = rival === undefined ? fee() : outbid(rival.fee);
      return sign(sequence, needed > fee() ? needed : fee(), [], rival?.coins);
    },
    broadcast: async (transactions, signal) => {
      signal?.throwIfAborted();
      for (const { sequence } of transactions) highest = sequence > highest ? sequence : highest;
      return transactions.map((transaction) => broadcast(ledger, transaction, nextFault()));
    },
    inspect: async (transactions, signal) => {
      signal?.throwIfAborted();
      return transactions.map(inspect);
    },
  };
}

/**
 * Least fee that replaces another: a tenth more, rounded up. One unit less would be refused.
 */
function outbid(fee: bigint): bigint {
  return Money.mulDivUp(fee, 11n, 10n);
}

function broadcast(
  ledger: Ledger,
  transaction: SignedTransaction,
  fault: BroadcastFault | undefined,
): BroadcastResult {
  switch (fault) {
    case 'lost':
      return { status: 'accepted' };
    case 'unreachable':
      return { status: 'unknown', reason: 'connection refused' };
    case 'rejected':
      return { status: 'rejected', reason: 'refused by the node' };
    case 'timedOut':
      ledger.submit(transaction);
      return { status: 'unknown', reason: 'timed out' };
    case undefined:
      return ledger.submit(transaction);
  }
}

/** Names what any account may make: a refund or a collection, until it expires. */
function withAuthorization(
  signed: SignedTransaction,
  actions: readonly FakeAction[],
): SignedTransaction {
  const [action] = actions;
  const isOpen =
    action?.type === 'refund' || (action?.type === 'collection' && action.recipient !== undefined);
  return isOpen && action.expiry !== undefined
    ? { ...signed, authorization: { nonce: action.key, expiry: action.expiry } }
    : signed;
}

function fateOf(
  { nonce, expiry }: PaymentAuthorization,
  ledger: Ledger,
  finalizedHeight: number,
): AuthorizationFate {
  const final = ledger.blocks.slice(0, finalizedHeight + 1);
  const isUsed = final.some(({ transactions }) =>
    transactions.some(({ events }) =>
      events.some((event) => event.type === 'release' && event.nonce === nonce),
    ),
  );
  if (isUsed) return 'used';
  return (final.at(-1)?.cursor.time ?? 0) > expiry ? 'expired' : 'open';
}

function actionOf(
  intent: TransactionIntent,
  sender: string,
  expiry: number | undefined,
): FakeAction {
  if (intent.type === 'relay')
    return {
      type: 'call',
      currency: fakeNative,
      amount: intent.value,
      recipient: intent.to,
      data: intent.data,
    };
  assert(intent.amount > 0n, 'a payment moves something');
  if (intent.type === 'collection') {
    const { type, orderId: key, currency, amount, releases } = intent;
    const collection = { type, key, currency, amount, releases: [...releases] };
    return expiry === undefined
      ? { ...collection, expiry: intent.expiry }
      : { ...collection, expiry, recipient: sender };
  }
  if (intent.type === 'fill') return { ...intent, calls: [...intent.calls] };
  return expiry === undefined ? { ...intent } : { ...intent, expiry };
}
