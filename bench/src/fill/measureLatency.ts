import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchSystem } from '../environment/benchSystem.js';
import { chainOf, signDeposits, signFills } from '../environment/signTransactions.js';
import { openRawNode, type RawNode } from '../node/openRawNode.js';
import type { NodeProxy, SeenSend } from '../node/startNodeProxy.js';
import { subscribeDeposits, type DepositSubscription } from '../node/subscribeDeposits.js';
import { quoteOrders } from './quotes.js';

/** Milliseconds of one deposit's way. The clock starts when its block is requested. */
export interface LatencySample {
  /** Milliseconds until a subscription that does nothing else has the log. */
  readonly deliveredMs: number;
  /** Milliseconds until the fill's bytes arrive at the destination's node. */
  readonly sentMs: number;
  /** Milliseconds until that node has accepted them. */
  readonly acceptedMs: number;
  /** Milliseconds of one raw transaction, signed before, to the destination's node and back. */
  readonly rawSendMs: number;
}

const originChainId = 8453;
const destinationChainId = 10;
const testAmount = 1_000_000_000_000_000n;
const waitMsMax = 1_000;
const fillMsMax = 15_000;

/** Latency of one deposit at a time, at random moments between the blocks of the destination. */
export async function measureLatency(
  system: BenchSystem,
  count: number,
): Promise<readonly LatencySample[]> {
  const { devnet } = system;
  const origin = openRawNode(chainOf(devnet, originChainId).rpcUrl);
  const destination = openRawNode(chainOf(devnet, destinationChainId).rpcUrl);
  const subscription = await subscribeDeposits(
    chainOf(devnet, originChainId).wsUrl,
    chainOf(devnet, originChainId).contracts.depository,
  );
  await devnet.pauseMining(originChainId);
  try {
    const orderIds = await quoteOrders(system, { count, amount: testAmount });
    const deposits = await signDeposits(devnet, originChainId, { orderIds, amount: testAmount });
    const strangers = await signFills(devnet, destinationChainId, {
      orderIds: orderIds.map(() => `0x${randomBytes(32).toString('hex')}`),
      amount: 1n,
    });
    const samples: LatencySample[] = [];
    for (const [index, orderId] of orderIds.entries()) {
      const sample = { orderId, deposit: deposits[index] ?? '', stranger: strangers[index] ?? '' };
      samples.push(
        await measureOne(
          { origin, destination, subscription, proxy: system.proxy(destinationChainId) },
          sample,
        ),
      );
    }
    return samples;
  } finally {
    await devnet.resumeMining(originChainId);
    subscription.close();
    await Promise.all([origin.close(), destination.close()]);
  }
}

interface Places {
  readonly origin: RawNode;
  readonly destination: RawNode;
  readonly subscription: DepositSubscription;
  readonly proxy: NodeProxy;
}

async function measureOne(
  { origin, destination, subscription, proxy }: Places,
  sample: { readonly orderId: string; readonly deposit: string; readonly stranger: string },
): Promise<LatencySample> {
  await origin.call('eth_sendRawTransaction', [sample.deposit]);
  await sleep(Math.random() * waitMsMax);
  const delivered = subscription.delivered(sample.orderId);
  const filled = fillOf(proxy, sample.orderId);
  const start = performance.now();
  const mined = origin.call('evm_mine', []);
  const [deliveredAt, fill] = await Promise.all([delivered, filled, mined]);
  if (!fill.isAccepted) throw new Error(`The destination refused the fill of ${sample.orderId}.`);
  const sendStart = performance.now();
  await destination.call('eth_sendRawTransaction', [sample.stranger]);
  return {
    deliveredMs: deliveredAt - start,
    sentMs: fill.arrivedAt - start,
    acceptedMs: fill.answeredAt - start,
    rawSendMs: performance.now() - sendStart,
  };
}

/** First raw transaction that names an order. */
function fillOf(proxy: NodeProxy, orderId: string): Promise<SeenSend> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`Order ${orderId} was not filled within ${String(fillMsMax)} ms.`));
    }, fillMsMax);
    const stop = proxy.onSend((send) => {
      if (!send.raw.includes(orderId.slice(2))) return;
      end();
      resolve(send);
    });
  });
}
