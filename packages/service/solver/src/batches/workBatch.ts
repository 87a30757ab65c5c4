import type { TransactionIntent } from '@portage/core/chain';
import type { Lease, Transaction } from '@portage/database';
import type { Signing, StoredTransaction } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import type { JudgedSigner } from '../cost/createJudgedSigner.js';
import { nothingDue, type Batch, type Purpose } from './batch.js';
import { coinsDelayMs, coinsReason, fundable, lockCoins } from './openCoins.js';
import { signingOf } from './signingOf.js';

/** Decisions of a batch, with the signer for the gas of that very moment. */
export interface Plan<Decided> {
  readonly decided: readonly Decided[];
  readonly signer: JudgedSigner;
}

/** Decision to look again later. */
export interface PutOff {
  readonly type: 'wait';
  readonly delayMs: number;
  readonly reason: string;
}

/** Looks at decisions once more; what it does not refuse stays as it is, in its place. */
export type Check<Decided> = (
  context: ChainContext,
  decided: readonly Decided[],
  tx: Transaction,
) => readonly Decided[] | Promise<readonly Decided[]>;

/** Work of one kind: what is due, what is decided about it, and what follows. */
export interface Work<
  Taken extends { readonly items: readonly unknown[] },
  Decided,
  Intent extends TransactionIntent,
> {
  /** Takes what is due, for as long as the transaction lasts. */
  readonly take: (context: ChainContext, tx: Transaction, lease: Lease) => Promise<Taken>;
  readonly plan: (context: ChainContext, tx: Transaction, taken: Taken) => Promise<Plan<Decided>>;
  /** In the order in which they are made. */
  readonly checks: readonly Check<Decided>[];
  /** Intent that is signed; undefined where nothing is. */
  readonly intentOf: (context: ChainContext, one: Decided) => Intent | undefined;
  readonly purposeOf: (intent: Intent) => Purpose;
  readonly putOff: (one: Decided, decision: PutOff) => Decided;
  /** Makes what is signed durable. */
  readonly reserve: (
    context: ChainContext,
    tx: Transaction,
    signing: Signing<Intent>,
    decided: readonly Decided[],
  ) => Promise<readonly StoredTransaction[]>;
  /** Ends what is not signed, or puts it off. */
  readonly refuse: (
    context: ChainContext,
    tx: Transaction,
    decided: readonly Decided[],
  ) => Promise<void>;
}

/** Puts off that for which the sender has no coins now; the others are signed. */
function fundChecked<Decided, Intent extends TransactionIntent>(
  context: ChainContext,
  { intentOf, putOff }: Pick<Work<never, Decided, Intent>, 'intentOf' | 'putOff'>,
  decided: readonly Decided[],
  open: Awaited<ReturnType<typeof lockCoins>>,
): readonly Decided[] {
  const intents = decided.map((one) => intentOf(context, one));
  const answers = [
    ...fundable(
      context,
      intents.filter((intent) => intent !== undefined),
      open,
    ),
  ];
  return decided.map((one, index) =>
    intents[index] === undefined || answers.shift() === true
      ? one
      : putOff(one, { type: 'wait', delayMs: coinsDelayMs(context), reason: coinsReason }),
  );
}

/**
 * Takes due work of a chain and, in one transaction, decides about it, takes its settlements, signs
 * it with consecutive sequences, stores the bytes, holds the inventory, and deletes the jobs.
 * Nothing is sent before that is durable; whatever fails before, leaves nothing behind.
 */
export async function workBatch<
  Taken extends { readonly items: readonly unknown[] },
  Decided,
  Intent extends TransactionIntent,
>(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
  work: Work<Taken, Decided, Intent>,
): Promise<Batch> {
  return context.settlement.transaction(async (tx) => {
    const taken = await work.take(context, tx, lease);
    if (taken.items.length === 0) return nothingDue;
    const { decided: planned, signer } = await work.plan(context, tx, taken);
    let checked = planned;
    for (const check of work.checks) checked = await check(context, checked, tx);
    const open = await lockCoins(context, tx);
    const decided = fundChecked(context, work, checked, open);
    const { purposeOf } = work;
    const signing = signingOf<Intent>(context, { firstSequence, signer, open, purposeOf });
    const stored = await work.reserve(context, tx, signing, decided);
    await work.refuse(context, tx, decided);
    return { taken: taken.items.length, stored };
  });
}
