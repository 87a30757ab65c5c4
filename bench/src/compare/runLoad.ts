import type { Cost, Round } from './judge/judgeRounds.js';
import type { Load } from './loads/load.js';
import type { Side } from './side/startSide.js';

/** Both sides of a comparison. */
export interface Sides {
  readonly base: Side;
  readonly head: Side;
}

/** Runs a load on both sides in turns; each goes first in every other round. */
export async function runLoad(
  load: Load,
  { base, head }: Sides,
  rounds: number,
): Promise<readonly Round[]> {
  const counted: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await measureLoad(load, base);
      counted.push({ base: first, head: await measureLoad(load, head) });
    } else {
      const first = await measureLoad(load, head);
      counted.push({ base: await measureLoad(load, base), head: first });
    }
  }
  return counted;
}

/** Runs a load on both sides until they have compiled what they need. */
export async function warmUp(load: Load, { base, head }: Sides): Promise<void> {
  for (let round = 0; round < load.warmUps; round += 1)
    for (const side of [base, head]) await measureLoad(load, side);
}

/** Costs of an order in one round of a load. */
export async function measureLoad(load: Load, side: Side): Promise<Cost> {
  const run = await load.prepare(side);
  await side.counters.tidy();
  const end = await side.counters.begin();
  await run();
  const cost = await end(load.orders);
  // A service refuses quotes from chains that stand still.
  for (const node of [side.origin, side.destination]) await node.call('evm_setIntervalMining', [1]);
  return cost;
}
