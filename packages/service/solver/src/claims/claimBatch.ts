import { describeError } from '@portage/core';
import type { RecipientState, Simulation } from '@portage/core/chain';
import type { Lease, Transaction } from '@portage/database';
import { claimIntent } from '@portage/settlement';
import { createJudgedSigner } from '../cost/createJudgedSigner.js';
import { ledgerChain, type ChainContext } from '../context.js';
import { coinsDelayMs, coinsReason, fundable, lockCoins } from '../payouts/openCoins.js';
import { failpoints, type Batch } from '../payouts/payoutBatch.js';
import { createBudget } from '../plan/createBudget.js';
import { isRefused } from '../plan/isRefused.js';
import type { DueClaim, MadeClaim } from './claim.js';
import { planClaim, type ClaimDecision, type ClaimFacts } from './planClaim.js';

const readMsMax = 5_000;

interface DecidedClaim {
  readonly claim: DueClaim;
  readonly decision: ClaimDecision;
}

/** Recipients as the newest block says; none where they cannot be read. */
async function readRecipients(
  { chain, clock, log }: ChainContext,
  claims: readonly DueClaim[],
): Promise<readonly ClaimFacts['recipient'][]> {
  const { recipients } = chain;
  if (recipients === undefined)
    return claims.map(({ recipient }) =>
      isRefused(() => {
        chain.checkRecipient(recipient);
      })
        ? refusedRecipient
        : 'unread',
    );
  try {
    return await recipients.confirm(claims, clock.timeout(readMsMax));
  } catch (error) {
    log('recipients could not be looked up', { chain: chain.slug, error: describeError(error) });
    return [];
  }
}

/** An account that the chain must not pay: whatever is less than this is refused. */
const refusedRecipient: RecipientState = { rent: 0n, least: 2n ** 256n };

/** Payments on top of the newest block; unknown where that fails. */
async function simulate(
  { chain, clock, log }: ChainContext,
  claims: readonly DueClaim[],
): Promise<readonly (Simulation | undefined)[]> {
  const intents = claims.map((claim) =>
    claimIntent({ claim, opensAccount: false, gasReserve: 0n }),
  );
  try {
    return (await chain.spend.simulate?.(intents, clock.timeout(readMsMax))) ?? [];
  } catch (error) {
    const reason = describeError(error);
    log('claims could not be simulated', { chain: chain.slug, error: reason });
    return claims.map(() => ({ status: 'unknown', reason }));
  }
}

async function decide(
  tx: Transaction,
  context: ChainContext,
  claims: readonly DueClaim[],
): Promise<readonly DecidedClaim[]> {
  const { chain, settlement } = context;
  const [inventory, recipients, simulations] = await Promise.all([
    settlement.inventory.read(tx, chain.id, chain.spend.sender),
    readRecipients(context, claims),
    simulate(context, claims),
  ]);
  // A balance that cannot be read, or of which something is missing, is not spent.
  const sound = inventory.filter(
    ({ currency, isHalted }) =>
      isHalted !== true && chain.balances.unreadable?.(currency) === undefined,
  );
  const budget = createBudget(sound);
  return claims.map((claim, index) => ({
    claim,
    decision: planClaim(context, claim, {
      recipient: recipients[index],
      simulation: simulations[index],
      budget,
    }),
  }));
}

const madeOf = ({ claim, decision }: DecidedClaim): readonly MadeClaim[] =>
  decision.type === 'pay'
    ? [{ claim, opensAccount: decision.opensAccount, gasReserve: decision.gasReserve }]
    : [];

/** Puts off claims for which the sender has no coins now. */
function deferUnfunded(
  context: ChainContext,
  decided: readonly DecidedClaim[],
  open: Awaited<ReturnType<typeof lockCoins>>,
): readonly DecidedClaim[] {
  const answers = [...fundable(context, decided.flatMap(madeOf).map(claimIntent), open)];
  return decided.map((one) =>
    one.decision.type !== 'pay' || answers.shift() === true
      ? one
      : { ...one, decision: { type: 'wait', delayMs: coinsDelayMs(context), reason: coinsReason } },
  );
}

function tell({ chain, log }: ChainContext, { claim, decision }: DecidedClaim): void {
  if (decision.type === 'return')
    log('a claim is not paid', { chain: chain.slug, claim: claim.id, reason: decision.reason });
  if (decision.type === 'made')
    log('a claim that was paid before is booked', {
      chain: chain.slug,
      claim: claim.id,
      txId: decision.txId,
    });
}

/**
 * Takes due claims of app fees of a chain and, in one transaction, decides about them, takes their
 * settlements, signs them with consecutive sequences, stores the bytes, holds the inventory, and
 * deletes the jobs: what {@link payoutBatch} does for payments of orders.
 */
export async function claimBatch(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  const { chain, settlement, policy } = context;
  const { sender } = chain.spend;
  return settlement.transaction(async (tx) => {
    const due = await settlement.claims.takeDue(tx, {
      chainId: chain.id,
      sender,
      limit: policy.batchMax,
      lease,
    });
    if (due.length === 0) return { taken: 0, stored: [] };
    const planned = await decide(tx, context, due);
    const signer = createJudgedSigner(context);
    const open = await lockCoins(context, tx);
    const decided = deferUnfunded(context, planned, open);
    const stored = await settlement.claims.reserve(
      tx,
      {
        chain: ledgerChain(chain),
        sender,
        firstSequence,
        sign: async (intents, first) => {
          const signed = await signer.sign(intents, first, open);
          failpoints(context, 'settlement', ['claim']);
          return signed;
        },
      },
      decided.flatMap(madeOf),
    );
    await settlement.claims.end(
      tx,
      sender,
      decided.flatMap(({ claim, decision }) =>
        decision.type === 'pay' ? [] : [{ claim, refusal: decision }],
      ),
    );
    for (const one of decided) tell(context, one);
    return { taken: due.length, stored };
  });
}
