import type { PathDelivery, Rebalance, RebalanceLane, RebalancePath } from '@portage/core/plugin';
import type { PathFixture } from '../conformance/index.js';
import { fakeAddress } from './fakeAddress.js';
import { fakeCodec } from './fakeCodec.js';

const token = fakeAddress('token');
const bridge = fakeAddress('bridge');
const gas = 50_000;
const fee = 3n;
const receivedMax = 1_000_000n;

/**
 * A path between two fake chains for a fixed fee, with its fixture: the shortest example of one for
 * `testPath`.
 *
 * @example
 * ```ts
 * testPath('fake', async () => createFakePathFixture());
 * ```
 */
export function createFakePathFixture(): PathFixture {
  const lane: RebalanceLane = {
    origin: { chainId: 1, currency: token },
    destination: { chainId: 2, currency: token },
  };
  const deliveries = new Map<string, PathDelivery>();
  const keyOf = ({ id, sender }: Pick<Rebalance, 'id' | 'sender'>): string => `${sender}:${id}`;
  const pay = (rebalance: Rebalance): PathDelivery => {
    const delivery = { amount: rebalance.amount - fee, height: deliveries.size + 1 };
    deliveries.set(keyOf(rebalance), delivery);
    return delivery;
  };
  const path: RebalancePath = {
    name: 'fake-bridge',
    lanes: [lane],
    quote: (asked, received) =>
      asked.origin.chainId === lane.origin.chainId && received <= receivedMax
        ? { amount: received + fee, seconds: 60, gas }
        : undefined,
    send: ({ id, amount, recipient }) => ({
      to: bridge,
      value: 0n,
      gasLimit: gas,
      data: [id, amount.toString(), recipient].join(':'),
    }),
    delivery: (rebalance) => Promise.resolve(deliveries.get(keyOf(rebalance))),
  };
  return {
    path,
    normalizeAddress: (_, address) => fakeCodec.normalizeAddress(address),
    receivedOn: () => 997n,
    accountsOn: () => ({ sender: fakeAddress('sender'), recipient: fakeAddress('recipient') }),
    readCall: ({ data }) => {
      const [, amount = '', recipient = ''] = data.split(':');
      return { amount: BigInt(amount), recipient };
    },
    deliver: (rebalance) => Promise.resolve(pay(rebalance)),
    forge: (rebalance) => {
      pay({ ...rebalance, sender: fakeAddress('stranger') });
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
