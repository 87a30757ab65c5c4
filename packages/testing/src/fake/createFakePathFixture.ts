import type {
  PathDelivery,
  PathTransfer,
  RebalanceLane,
  RebalancePath,
} from '@portage/core/plugin';
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
  const keyOf = ({ id, sender }: Pick<PathTransfer, 'id' | 'sender'>): string => `${sender}:${id}`;
  const pay = (transfer: PathTransfer): PathDelivery => {
    const delivery = { amount: transfer.amount - fee, height: deliveries.size + 1 };
    deliveries.set(keyOf(transfer), delivery);
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
    delivery: (transfer) => Promise.resolve(deliveries.get(keyOf(transfer))),
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
    deliver: (transfer) => Promise.resolve(pay(transfer)),
    forge: (transfer) => {
      pay({ ...transfer, sender: fakeAddress('stranger') });
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
