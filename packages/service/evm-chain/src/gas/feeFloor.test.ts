import { describe, expect, it } from 'vitest';
import { createFeeFloor } from './feeFloor.js';

const gwei = 1_000_000_000n;
const bounds = { feeCeiling: 500n * gwei, tipMin: 1_000_000n, tipCeiling: 50n * gwei };
const market = { baseFee: 10n * gwei, tip: 1_000_000n };
const refused = { maxFeePerGas: 20n * gwei, maxPriorityFeePerGas: 1_000_000n };

/** A floor, and its clock. */
function openFloor(): { floor: ReturnType<typeof createFeeFloor>; pass: (ms: number) => void } {
  let now = 0;
  const floor = createFeeFloor(bounds, () => now);
  return { floor, pass: (ms) => (now += ms) };
}

describe('a floor under fees', () => {
  it('is none before anything was refused', () => {
    expect(openFloor().floor.raise(market)).toEqual(market);
  });

  it('is the least tip that a node asked for, for an hour', () => {
    const { floor, pass } = openFloor();
    floor.learn(refused, [{ tip: 30n * gwei }, {}, { tip: 25n * gwei }]);
    expect(floor.raise(market)).toEqual({ ...market, tip: 25n * gwei });
    expect(floor.raise({ ...market, tip: 40n * gwei }).tip).toBe(40n * gwei);
    pass(3_600_000);
    expect(floor.raise(market)).toEqual(market);
  });

  it('is twice what was refused where no node says what it wants', () => {
    const { floor } = openFloor();
    floor.learn(refused, [{}]);
    expect(floor.raise(market).tip).toBe(2_000_000n);
    floor.learn({ ...refused, maxPriorityFeePerGas: 0n }, []);
    expect(floor.raise(market).tip).toBe(2_000_000n);
  });

  it('is a base fee that passed the offer, for half a minute', () => {
    const { floor, pass } = openFloor();
    floor.learn(refused, [{ price: 30n * gwei }]);
    expect(floor.raise(market)).toEqual({ ...market, baseFee: 30n * gwei });
    pass(30_000);
    expect(floor.raise(market)).toEqual(market);
  });

  it('is never above the ceilings of the chain, whatever a node says', () => {
    const { floor } = openFloor();
    floor.learn(refused, [{ tip: 10n ** 30n }]);
    floor.learn(refused, [{ price: 10n ** 30n }]);
    expect(floor.raise(market)).toEqual({ baseFee: 500n * gwei, tip: 50n * gwei });
  });
});
