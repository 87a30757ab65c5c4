import type { Cost, Round } from './judge/judgeRounds.js';
import type { Load } from './loads/load.js';
import type { Side } from './side/startSide.js';

/** Both sides of a comparison. */
export interface Sides {
  readonly base: Side;
  readonly head: Side;
}

/**
 * Runs a load on both sides, round by round. Both have it at the same time, so that whatever else
 * the machine does slows them alike; each begins first in every other round.
 */
export async function runLoad(load: Load, sides: Sides, rounds: number): Promise<readonly Round[]> {
  const counted: Round[] = [];
  for (let round = 0; round < rounds; round += 1) counted.push(await runRound(load, sides, round));
  return counted;
}

/** Runs a load on both sides until they have compiled what they need. */
export async function warmUp(load: Load, sides: Sides): Promise<void> {
  await runLoad(load, sides, load.warmUps);
}

async function runRound(load: Load, { base, head }: Sides, round: number): Promise<Round> {
  const ready = [await prepare(load, base), await prepare(load, head)] as const;
  const order = round % 2 === 0 ? ready : ([ready[1], ready[0]] as const);
  const costs = await Promise.all(order.map((run) => run()));
  const [first, second] = costs;
  if (first === undefined || second === undefined) throw new Error('Two sides were measured.');
  for (const side of [base, head]) await resumeMining(side);
  return round % 2 === 0 ? { base: first, head: second } : { base: second, head: first };
}

/** Prepares a round of one side; the returned function runs it and tells what it cost. */
async function prepare(load: Load, side: Side): Promise<() => Promise<Cost>> {
  const run = await load.prepare(side);
  await side.counters.tidy();
  return async () => {
    const end = await side.counters.begin();
    await run();
    return end(load.orders);
  };
}

/** A service refuses quotes from chains that stand still. */
async function resumeMining({ origin, destination }: Side): Promise<void> {
  for (const node of [origin, destination]) await node.call('evm_setIntervalMining', [1]);
}
