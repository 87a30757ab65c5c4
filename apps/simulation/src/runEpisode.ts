import { createHash } from 'node:crypto';
import { createChains } from '@portage/core/chain';
import { openSerialDatabase, type SerialDatabase } from '@portage/database/serial';
import { createSettlement } from '@portage/settlement';
import { createClaims, createWithdrawals, type OwnerWithdrawals } from '@portage/solver';
import { createWorld } from './chains/createWorld.js';
import type { ChainListeners } from './chains/openChain.js';
import { auditBooks, checkBooks } from './checks/checkBooks.js';
import { checkClaims } from './checks/checkClaims.js';
import { checkFacts } from './checks/checkFacts.js';
import { checkOrders, type Breach } from './checks/checkOrders.js';
import { createSentChecks, type SentChecks } from './checks/createSentChecks.js';
import { readFlows } from './checks/readFlows.js';
import { createFaultPlan, type FaultCounts, type FaultPlan } from './faults/createFaultPlan.js';
import { appChain, createClaimer, type Claimer } from './orders/createClaimer.js';
import { placeOrder, type PlacingParts } from './orders/placeOrder.js';
import { planOrder, sponsor, sponsorStart, type OrderPlan } from './orders/planOrder.js';
import { withdrawRest } from './withdrawRest.js';
import type { PlantedBug } from './plantedBugs/plantedBug.js';
import { createSupervisor, type Supervisor } from './processes/createSupervisor.js';
import { createRandom, type Random } from './random.js';
import { createDriver, type Driver } from './time/createDriver.js';
import { createProcessClock } from './time/createProcessClock.js';
import { useImmediateDigests } from './time/useImmediateDigests.js';
import { createVirtualTime, type VirtualTime } from './time/createVirtualTime.js';

/** One run of the service from an empty database, with its own seed. */
export interface EpisodeOptions {
  readonly seed: string;
  readonly orders: number;
  /** URL of a migrated database that is not in use. */
  readonly url: string;
  /** Multiple of the usual probability of each fault. */
  readonly faultFactor?: number;
  readonly bug?: PlantedBug | undefined;
  /** Whether gas can cost more than what is paid with it; it can by default. */
  readonly isGasDear?: boolean;
  /** Simulated milliseconds between two orders at most. */
  readonly orderMsMax?: number;
  /** Simulated milliseconds without faults after which everything must have ended. */
  readonly patienceMs?: number;
  /** Called with each line of the trace. */
  readonly onNote?: (line: string) => void;
  readonly log?: (message: string, context?: unknown) => void;
}

/** Outcome of an episode. */
export interface Episode extends FaultCounts {
  readonly seed: string;
  readonly orders: number;
  /** Orders by how they ended on the chains. */
  readonly ends: Readonly<Record<string, number>>;
  /** Claims of app fees that were signed for, and those of them that were paid. */
  readonly claims: { readonly signed: number; readonly paid: number };
  /** Requests by how the service says that they ended. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly lostUnits: bigint;
  readonly lostByAsset: ReadonlyMap<string, bigint>;
  readonly endSeconds: readonly number[];
  readonly unattributedDeposits: number;
  readonly liesAccepted: number;
  readonly ledgerImbalance: bigint;
  readonly sponsorOvercharge: bigint;
  /** Smallest units by which books and chains differ. */
  readonly chainDelta: bigint;
  readonly breaches: readonly Breach[];
  /** Orders, payments and jobs that were still open long after the last fault. */
  readonly stuck: number;
  readonly statements: number;
  /** Simulated milliseconds. */
  readonly simulatedMs: number;
  /** Hash of everything that happened, in its order. */
  readonly trace: string;
}

const startMs = 1_800_000_000_000;

/** Simulated milliseconds between two orders at most, and until everything has ended. */
const orderMsUsual = 100;
const patienceMsUsual = 900_000;

/** Simulated milliseconds in which all blocks have been read a second time. */
const rereadMs = 180_000;

/** Simulated milliseconds between two claims of app fees at most. */
const claimMs = 10_000;

/** Everything that is still to come. */
const openText = `
select 'outbox' as kind, tx_id as id from outbox where state in ('stored', 'sent')
union all select 'job', kind || ' ' || leg from jobs
union all select 'deposit', tx_id from deposits where state = 'seen'
union all select 'settlement', hash_text(order_id) || ' ' || leg from settlements
  where settled_at is null
union all select 'claim', hash_text(id) from app_fee_claims where state = 'open'`;

/** Parts of an episode while it runs. */
interface Stage extends PlacingParts, Driver {
  readonly faults: FaultPlan;
  readonly plans: OrderPlan[];
  /** Payers who withdrew what is theirs. */
  readonly withdrawn: Set<string>;
  readonly sent: SentChecks;
  readonly supervisor: Supervisor;
  readonly withdrawals: OwnerWithdrawals;
  readonly claimer: Claimer;
  readonly log: (message: string, context?: unknown) => void;
  /** Remembers what does not hold, once. */
  readonly keep: (found: readonly Breach[]) => void;
  readonly breaches: () => readonly Breach[];
}

interface StageParts {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: FaultPlan;
  readonly database: SerialDatabase;
}

/** Opens the chains, the process that answers requests, and those that follow and pay. */
async function openStage(
  { bug, isGasDear = true, log = () => undefined }: EpisodeOptions,
  { time, random, faults, database }: StageParts,
): Promise<Stage> {
  const world = createWorld({ time, random, faults, isGasDear });
  const plans: OrderPlan[] = [];
  const front = database.openProcess();
  const clock = createProcessClock(time, new AbortController().signal);
  const randomBytes = (length: number): Uint8Array => random.bytes(length);
  const settlement = await createSettlement(front, { clock, randomBytes });
  const prices = (id: string) => world.price(id, clock.now());
  const chains = createChains(world.chains.map(({ chain }) => chain));
  const owned = { chains, settlement, clock, prices, randomBytes };
  const claims = createClaims({ ...owned, solverChainSlug: appChain });
  const claimer = createClaimer({ world, random, claims });
  const isClaim = (id: string): boolean => claimer.signed.some((claim) => claim.id === id);
  const sent = createSentChecks(world, plans, isClaim);
  await settlement.sponsors.credit({ account: sponsor, microUsd: sponsorStart, ref: 'start' });
  const listeners: ChainListeners = {
    newestOrder: () => plans.at(-1)?.orderId,
    onSigned: (chain, intents) => {
      sent.sign(chain, intents);
    },
    onSent: (chain, transactions) => {
      sent.check(chain, transactions);
    },
  };
  const breaches = new Map<string, Breach>();
  return {
    world,
    time,
    random,
    faults,
    settlement,
    database: front,
    plans,
    sent,
    log,
    ...createDriver(time, () => database.idle()),
    supervisor: createSupervisor({ world, database, time, random, faults, bug, log, listeners }),
    claimer,
    withdrawals: createWithdrawals(owned),
    withdrawn: new Set<string>(),
    keep: (found) => {
      for (const breach of found) breaches.set(`${breach.rule} ${breach.subject}`, breach);
    },
    breaches: () => [...breaches.values()],
  };
}

/** Has the app claim its fees now and then, for as long as there are faults. */
function claimFees({ claimer, keep, time, random, faults }: Stage): void {
  const claimNext = (): void => {
    if (faults.isOver()) return;
    claimer.claim().catch((error: unknown) => {
      keep([{ rule: 'fees can be claimed', subject: String(error) }]);
    });
    time.after(random.between(0, claimMs), claimNext);
  };
  time.after(1_000, claimNext);
}

/** Places the orders one after the other, and looks at the books on the way. */
async function placeOrders(
  stage: Stage,
  { orders, bug, orderMsMax = orderMsUsual }: EpisodeOptions,
): Promise<void> {
  const { world, random, time, plans, keep } = stage;
  const placeNext = (): void => {
    const drawn = planOrder(world, random, time.now(), plans.length);
    const plan = bug?.quoted?.(drawn) ?? drawn;
    plans.push(plan);
    placeOrder(stage, plan).catch((error: unknown) => {
      keep([{ rule: 'an order can be placed', subject: String(error) }]);
    });
    if (plans.length < orders) time.after(random.between(0, orderMsMax), placeNext);
  };
  time.after(1_000, placeNext);
  do {
    await stage.pass(30_000);
    keep(await stage.drive(auditBooks(stage.settlement)));
  } while (plans.length < orders);
}

/** Work that is open; deposits that an endpoint invented wait for ever, and are no work. */
async function countOpen({ settlement, drive, world, log }: Stage): Promise<number> {
  const rows = await drive(settlement.query<{ kind: string; id: string }>(openText));
  const real = rows.filter(
    ({ kind, id }) =>
      kind !== 'deposit' || world.chains.some(({ fake }) => fake.transaction(id) !== undefined),
  );
  for (const row of real) log('open', row);
  return real.length;
}

/** Ends the faults and waits until nothing is open; answers what is open all the same. */
async function settle(stage: Stage, patienceMs: number): Promise<number> {
  const { time, plans, pass, drive, keep } = stage;
  await pass(120_000);
  stage.faults.stop();
  stage.supervisor.calm();
  const end = time.now() + patienceMs;
  // What endpoints left out is found when blocks are read a second time.
  const lastPayment = Math.max((plans.at(-1)?.fillBy ?? 0) + 60_000, time.now() + rereadMs);
  let open = await countOpen(stage);
  for (let calm = 0; calm < 3 && time.now() < end;) {
    await pass(open === 0 ? 15_000 : 30_000);
    keep(await drive(withdrawRest(stage, plans, stage.withdrawn)));
    open = await countOpen(stage);
    calm = open === 0 && time.now() > lastPayment ? calm + 1 : 0;
  }
  return open;
}

/** Results of the checks at the end of an episode. */
type Checked = Pick<
  Episode,
  | 'ends'
  | 'claims'
  | 'statuses'
  | 'lostUnits'
  | 'lostByAsset'
  | 'endSeconds'
  | 'unattributedDeposits'
  | 'liesAccepted'
  | 'ledgerImbalance'
  | 'sponsorOvercharge'
  | 'chainDelta'
>;

/** Times that books are compared which work of the solver for itself may be changing. */
const comparisonsMax = 6;

/** Compares the books with the chains, once more where something was under way meanwhile. */
async function compareBooks({ settlement, world, drive, pass, keep }: Stage): Promise<bigint> {
  let compared = await drive(checkBooks(settlement, world));
  for (let tries = 1; compared.breaches.length > 0 && tries < comparisonsMax; tries += 1) {
    await pass(20_000);
    compared = await drive(checkBooks(settlement, world));
  }
  keep(compared.breaches);
  return compared.delta;
}

/** Holds the books and the orders against the chains. */
async function check(stage: Stage): Promise<Checked> {
  const { settlement, world, plans, withdrawn, drive, keep } = stage;
  const { signed } = stage.claimer;
  keep(await drive(auditBooks(settlement)));
  const chainDelta = await compareBooks(stage);
  keep(stage.sent.breaches());
  const flows = readFlows(world, plans);
  const { filled, lost, ends, endSeconds, breaches } = checkOrders(flows, {
    plans,
    withdrawn,
    gas: world.gas,
  });
  keep(breaches);
  const paid = plans.filter(({ orderId }) => filled.has(orderId));
  const facts = await drive(checkFacts(settlement, world, { plans, filled: paid }));
  keep(facts.breaches);
  const claims = await drive(checkClaims(settlement, world, { flows, signed, filled: paid }));
  keep(claims.breaches);
  return {
    ...facts,
    ends,
    endSeconds,
    chainDelta,
    lostByAsset: lost,
    claims: { signed: signed.length, paid: claims.paid },
    lostUnits: [...lost.values()].reduce((total, amount) => total + amount, 0n),
  };
}

/** Runs orders under faults until all have ended, and checks what the chains and the books hold. */
export async function runEpisode(options: EpisodeOptions): Promise<Episode> {
  const { seed, orders, url, faultFactor = 1 } = options;
  const time = createVirtualTime(startMs);
  const random = createRandom(seed);
  const trace = createHash('sha256');
  const note = (text: string): void => {
    const line = `${String(time.now())} ${text}`;
    trace.update(`${line}\n`);
    options.onNote?.(line);
  };
  const faults = createFaultPlan(random, { factor: faultFactor, note });
  let statements = 0;
  const database = await openSerialDatabase({
    url,
    now: () => time.now(),
    trace: ({ name, text }, rows) => {
      statements += 1;
      note(`${name ?? text.slice(0, 60)} ${String(rows)}`);
    },
  });
  const restoreDigests = useImmediateDigests();
  try {
    const stage = await openStage(options, { time, random, faults, database });
    claimFees(stage);
    await placeOrders(stage, options);
    const stuck = await settle(stage, options.patienceMs ?? patienceMsUsual);
    const checked = await check(stage);
    for (const { fake } of stage.world.chains) note(fake.tip().hash);
    return {
      seed,
      orders,
      ...faults.counts(),
      ...checked,
      breaches: stage.breaches(),
      stuck,
      statements,
      simulatedMs: time.now() - startMs,
      trace: trace.digest('hex'),
    };
  } finally {
    restoreDigests();
    await database.close();
  }
}
