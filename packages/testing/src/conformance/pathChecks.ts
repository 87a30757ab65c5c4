import type { Rebalance, RebalanceLane } from '@portage/core/plugin';
import { expect } from 'vitest';
import type { Check } from './check.js';
import type { PathFixture } from './pathFixture.js';
import { usedNetwork } from './usedNetwork.js';

type PathCheck = Check<PathFixture>;

const needsNoNetwork: PathCheck = {
  name: 'quotes and sends from memory, without the network',
  run: async (fixture) => {
    for (const lane of fixture.path.lanes) {
      const rebalance = rebalanceOn(fixture, lane, 1);
      const used = await usedNetwork(() => {
        fixture.path.quote(lane, fixture.receivedOn(lane));
        fixture.path.send(rebalance);
      });
      expect(used, textOf(lane)).toEqual([]);
    }
  },
};

const namesCanonically: PathCheck = {
  name: 'names currencies and contracts by their canonical addresses, each lane once',
  run: (fixture) => {
    const { path, normalizeAddress } = fixture;
    expect(path.lanes.length, 'lanes').toBeGreaterThan(0);
    expect(new Set(path.lanes.map(textOf)).size, 'different lanes').toBe(path.lanes.length);
    for (const lane of path.lanes) {
      for (const { chainId, currency } of [lane.origin, lane.destination])
        expect(currency).toBe(normalizeAddress(chainId, currency));
      const { to } = path.send(rebalanceOn(fixture, lane, 2));
      expect(to).toBe(normalizeAddress(lane.origin.chainId, to));
    }
  },
};

const refusesOtherLanes: PathCheck = {
  name: 'quotes no lane that is not its own, and no amount without end',
  run: ({ path, receivedOn }) => {
    for (const lane of path.lanes) {
      const back = { origin: lane.destination, destination: lane.origin };
      if (!path.lanes.some((one) => textOf(one) === textOf(back)))
        expect(path.quote(back, receivedOn(lane)), textOf(back)).toBeUndefined();
      expect(path.quote(lane, 2n ** 250n), `2^250 on ${textOf(lane)}`).toBeUndefined();
    }
  },
};

const takesNoMore: PathCheck = {
  name: 'sends a transaction that takes the amount and no more, to the recipient',
  run: (fixture) => {
    for (const lane of fixture.path.lanes) {
      const rebalance = rebalanceOn(fixture, lane, 3);
      const quote = fixture.path.quote(lane, fixture.receivedOn(lane));
      const call = fixture.path.send(rebalance);
      const { amount, recipient } = fixture.readCall(call, rebalance);
      expect({ amount, recipient }, textOf(lane)).toEqual({
        amount: rebalance.amount,
        recipient: rebalance.recipient,
      });
      expect(call.value <= rebalance.amount, `value on ${textOf(lane)}`).toBe(true);
      expect(call.gasLimit, `gas on ${textOf(lane)}`).toBeLessThanOrEqual(quote?.gas ?? 0);
    }
  },
};

const isPure: PathCheck = {
  name: 'sends the same transaction for the same rebalance, and another for another',
  run: (fixture) => {
    for (const lane of fixture.path.lanes) {
      const call = fixture.path.send(rebalanceOn(fixture, lane, 4));
      expect(fixture.path.send(rebalanceOn(fixture, lane, 4)), textOf(lane)).toEqual(call);
      expect(fixture.path.send(rebalanceOn(fixture, lane, 5)).data, textOf(lane)).not.toBe(
        call.data,
      );
    }
  },
};

const tellsTrueDeliveries: PathCheck = {
  name: 'tells of a delivery once it is there: of this rebalance alone, and all of it',
  run: async (fixture) => {
    const { path, receivedOn, deliver, forge } = fixture;
    for (const lane of path.lanes) {
      const [own, other] = [rebalanceOn(fixture, lane, 6), rebalanceOn(fixture, lane, 7)];
      expect(await path.delivery(own), `${textOf(lane)}, before`).toBeUndefined();
      await forge(own);
      expect(await path.delivery(own), `${textOf(lane)}, of a stranger`).toBeUndefined();
      const arrived = await deliver(other);
      expect(await path.delivery(own), `${textOf(lane)}, of another`).toBeUndefined();
      expect(await path.delivery(other), textOf(lane)).toEqual(arrived);
      const isAll = arrived.amount >= receivedOn(lane);
      expect(isAll, `${textOf(lane)}: ${String(arrived.amount)} arrived`).toBe(true);
    }
  },
};

/** Every promise of a path. */
export const pathChecks: readonly PathCheck[] = [
  needsNoNetwork,
  namesCanonically,
  refusesOtherLanes,
  takesNoMore,
  isPure,
  tellsTrueDeliveries,
];

/** A rebalance of the amount that the path asks for. @throws Error where it does not quote it */
function rebalanceOn(fixture: PathFixture, lane: RebalanceLane, number: number): Rebalance {
  const quote = fixture.path.quote(lane, fixture.receivedOn(lane));
  if (quote === undefined) throw new Error(`The path does not quote ${textOf(lane)}.`);
  const id = `0x${number.toString(16).padStart(64, '0')}`;
  return { id, lane, amount: quote.amount, ...fixture.accountsOn(lane) };
}

function textOf({ origin, destination }: RebalanceLane): string {
  const [from, to] = [origin, destination].map((end) => `${end.currency}@${String(end.chainId)}`);
  return `${from ?? ''} to ${to ?? ''}`;
}
