import { ledgerChain, type ChainContext } from '../context.js';
import { failpoints } from '../batches/batch.js';
import { resend } from './replaceTransactions.js';

/** Unused sequences before a transaction that cannot land without them. */
interface Gap {
  /** The sequence after the last one that is mined. */
  readonly first: bigint;
  /** Sequence of the oldest open transaction. */
  readonly end: bigint;
}

/** Uses up sequences that were passed over, so that what was signed behind them can land. */
export interface GapFiller {
  /** Looks, unless it did a while ago. */
  look(): Promise<void>;
}

/**
 * Makes the filler of one sender. A sequence may be passed over where endpoints counted wrongly at
 * a start. Bytes that were signed behind it are never given back: a fill has no end on its chain,
 * so they could land beside another payment. The sequences before them are used up instead, by
 * transactions without a payment. That takes two looks that find the same gap, and that a quorum
 * knows no transaction within it. A gap that is too large halts the chain.
 */
export function createGapFiller(context: ChainContext): GapFiller {
  const { policy, clock } = context;
  let lookAt = -Infinity;
  let seen: Gap | undefined;
  return {
    look: async () => {
      if (clock.elapsed() < lookAt) return;
      lookAt = clock.elapsed() + policy.transactions.sequenceWaitMs;
      const gap = await findGap(context);
      const isSame = gap !== undefined && gap.first === seen?.first && gap.end === seen.end;
      seen = gap;
      if (isSame) await fillGap(context, gap);
    },
  };
}

async function findGap({ chain, settlement, policy }: ChainContext): Promise<Gap | undefined> {
  const { spend } = chain;
  if (spend.countsSequences === false || spend.minedSequence === undefined) return undefined;
  const oldest = await settlement.outbox.oldestOpen(chain.id, spend.sender);
  if (oldest === undefined || oldest.ageMs < policy.transactions.sequenceWaitMs) return undefined;
  const first = await spend.minedSequence();
  // A transaction that waits at the endpoints uses its sequence up by itself.
  return first < oldest.sequence && (await spend.nextSequence()) === first
    ? { first, end: oldest.sequence }
    : undefined;
}

async function fillGap(context: ChainContext, { first, end }: Gap): Promise<void> {
  const { chain, settlement, policy, log } = context;
  const { sender } = chain.spend;
  const unused = await settlement.outbox.countUnused(chain.id, sender, { first, end });
  // Sequences that ours had are not passed over: the endpoints are behind, or a reorg took them.
  if (unused < end - first) return;
  if (unused > BigInt(policy.transactions.sequenceGapMax)) {
    const reason = `${sender} has ${unused.toString()} sequences that nobody used before its oldest open transaction, and more than sequenceGapMax (${String(policy.transactions.sequenceGapMax)}) are not filled.`;
    const { haltedReason } = await settlement.chains.read(chain.id);
    await settlement.chains.halt(chain.id, reason);
    if (haltedReason === undefined)
      log('a chain is halted', { chain: chain.slug, level: 'error', reason });
    return;
  }
  const signed = await Promise.all(
    Array.from({ length: Number(unused) }, (_, index) => chain.spend.cancel(first + BigInt(index))),
  );
  const stored = await settlement.outbox.storeGap(ledgerChain(chain).id, signed);
  if (stored.length === 0) return;
  failpoints(context, 'stored', ['cancel']);
  log('sequences that nobody used are filled', {
    chain: chain.slug,
    first: first.toString(),
    sequences: stored.length,
  });
  await resend(context, stored);
}
