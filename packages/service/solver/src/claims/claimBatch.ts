import { describeError } from '@portage/core';
import type { FillIntent, RecipientState, Simulation } from '@portage/core/chain';
import type { Lease, Transaction } from '@portage/database';
import { claimIntent } from '@portage/settlement';
import { createJudgedSigner } from '../cost/createJudgedSigner.js';
import type { Batch } from '../batches/batch.js';
import { workBatch, type Work } from '../batches/workBatch.js';
import type { ChainContext } from '../context.js';
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

const claimWork: Work<{ readonly items: readonly DueClaim[] }, DecidedClaim, FillIntent> = {
  take: async ({ chain, settlement, policy }, tx, lease) => {
    const { sender } = chain.spend;
    const due = { chainId: chain.id, sender, limit: policy.work.batchMax, lease };
    return { items: await settlement.claims.take(tx, due) };
  },
  plan: async (context, tx, { items }) => ({
    decided: await decide(tx, context, items),
    signer: createJudgedSigner(context),
  }),
  checks: [],
  intentOf: (_context, one) => madeOf(one).map(claimIntent)[0],
  purposeOf: () => 'claim',
  putOff: ({ claim }, decision) => ({ claim, decision }),
  reserve: ({ settlement }, tx, signing, decided) =>
    settlement.claims.reserve(tx, signing, decided.flatMap(madeOf)),
  refuse: async (context, tx, decided) => {
    await context.settlement.claims.end(
      tx,
      context.chain.spend.sender,
      decided.flatMap(({ claim, decision }) =>
        decision.type === 'pay' ? [] : [{ claim, refusal: decision }],
      ),
    );
    for (const one of decided) tell(context, one);
  },
};

/** Pays the claims of app fees that are due on a chain. */
export function claimBatch(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  return workBatch(context, lease, firstSequence, claimWork);
}
