import { createChains } from '@portage/core/chain';
import type { SentStatement, SerialDatabase, StatementFault } from '@portage/database/serial';
import { createIndexer } from '@portage/indexer';
import { createSettlement } from '@portage/settlement';
import { completePolicy, createSolver } from '@portage/solver';
import { policy } from './policy.js';
import type { World } from '../chains/createWorld.js';
import { openChain, type ChainListeners } from '../chains/openChain.js';
import type { FaultPlan } from '../faults/createFaultPlan.js';
import type { PlantedBug } from '../plantedBugs/plantedBug.js';
import type { Random } from '../random.js';
import { createProcessClock, type ProcessClock } from '../time/createProcessClock.js';
import type { VirtualTime } from '../time/createVirtualTime.js';
import { createLife } from '../faults/createLife.js';

/** A process of the service. */
export interface RunningProcess {
  /** Sets the milliseconds that its clock is ahead. */
  setClock(aheadMs: number): void;
}

/** Parts that a process works with. */
export interface ProcessParts {
  readonly world: World;
  readonly database: SerialDatabase;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: FaultPlan;
  readonly listeners: ChainListeners;
  readonly bug: PlantedBug | undefined;
  /** Whether the database moves to its standby right now. */
  readonly isFailingOver: () => boolean;
  readonly log: (message: string, context?: unknown) => void;
}

/** Time between faults of the process itself. */
const clockMs = 5_000;

const connectionError = (code: string): Error =>
  Object.assign(new Error('The connection to the database broke.'), { code });

/** Fault of a statement, if it is to have one. */
function planStatement(
  { faults, isFailingOver }: ProcessParts,
  { text }: SentStatement,
  isInTransaction: boolean,
): (StatementFault & { readonly point?: string }) | undefined {
  if (text === 'rollback') return undefined;
  if (isFailingOver()) return { isCarriedOut: false, error: connectionError('57P01') };
  if (faults.roll('kill before statement'))
    return { isCarriedOut: false, point: 'before statement' };
  if (faults.roll('kill after statement')) return { isCarriedOut: true, point: 'after statement' };
  if (faults.roll('database error'))
    return { isCarriedOut: false, error: connectionError('08006') };
  if (text === 'commit' && faults.roll('commit unknown'))
    return { isCarriedOut: true, error: connectionError('08006') };
  if (!isInTransaction && faults.roll('answer lost'))
    return { isCarriedOut: true, error: connectionError('08006') };
  return undefined;
}

/** Starts a process of the service: it follows the chains and pays, until it is killed. */
export function startProcess(
  name: string,
  parts: ProcessParts,
  onEnd: (point: string) => void,
): RunningProcess {
  const { world, time, random, faults, listeners, bug, log } = parts;
  const life = createLife((point) => {
    faults.noteKill(point);
    // After the statement that it dies of, if there is one.
    queueMicrotask(() => {
      database.kill();
    });
    onEnd(point);
  });
  const clock = createProcessClock(time, life.died);
  let isInTransaction = false;
  const database = parts.database.openProcess((statement) => {
    if (statement.text === 'begin') isInTransaction = true;
    const fault = planStatement(parts, statement, isInTransaction);
    if (statement.text === 'commit' || statement.text === 'rollback') isInTransaction = false;
    if (fault?.point !== undefined) life.end(fault.point);
    return fault;
  });
  const randomBytes = (length: number): Uint8Array => random.bytes(length);
  const failpoint = (point: string): void => {
    if (!life.isOver() && !faults.roll('kill at failpoint')) return;
    life.end(point);
    throw new Error(`killed at ${point}`);
  };
  const context = { life, clock, random, faults };
  const chains = createChains(
    world.chains.map((one) => {
      const seen = openChain(context, one, listeners);
      return bug?.chains?.(seen, { fake: one.fake, clock }) ?? seen;
    }),
  );
  const run = async (): Promise<void> => {
    const base = bug?.database?.(database) ?? database;
    const settlement = await createSettlement(base, { clock, randomBytes });
    const shared = {
      chains,
      settlement,
      clock,
      failpoint,
      prices: (id: string) => world.price(id, clock.now()),
      log: (message: string, about?: unknown) => {
        if (!life.isOver()) log(`${name}: ${message}`, about);
      },
    };
    const endless = new AbortController().signal;
    const { leases } = database;
    await Promise.all([
      createIndexer({ ...shared, follower: { leases, name } }).run(endless),
      createSolver({
        ...shared,
        leases,
        worker: name,
        randomBytes,
        policy: completePolicy(bug?.policy, completePolicy(policy)),
      }).run(endless),
    ]);
  };
  run().catch((error: unknown) => {
    // A process that cannot go on ends, and another one is started.
    log(`${name}: ended`, String(error));
    life.end('ended');
  });
  stepClock(parts, clock, () => life.isOver());
  return { setClock: (aheadMs) => clock.set(aheadMs) };
}

/** Sets the clock of a process to another time now and then, for as long as it runs. */
function stepClock(
  { time, random, faults }: Pick<ProcessParts, 'time' | 'random' | 'faults'>,
  clock: ProcessClock,
  isOver: () => boolean,
): void {
  time.after(clockMs, () => {
    if (isOver()) return;
    if (faults.roll('clock step')) clock.set(random.between(-600_000, 600_000));
    stepClock({ time, random, faults }, clock, isOver);
  });
}
