import { randomBytes } from 'node:crypto';
import { toFunctionSelector } from 'viem';
import type { BenchSystem } from '../environment/benchSystem.js';
import { chainOf, signDeposits, signFills } from '../environment/signTransactions.js';
import { openRawNode } from '../node/openRawNode.js';
import { quoteOrders } from './quotes.js';

const originChainId = 8453;
const destinationChainId = 10;
const testAmount = 1_000_000_000_000_000n;
const perBatch = 100;
const fillsMsMax = 60_000;
/** `fillNative(bytes32,address)`, without 0x. */
const fillSelector = toFunctionSelector('fillNative(bytes32,address)').slice(2);

/**
 * Fills a second that the destination's node accepts from a client that has signed them all and
 * sends them in batches.
 */
export async function measureNodeRate({ devnet }: BenchSystem, count: number): Promise<number> {
  const node = openRawNode(chainOf(devnet, destinationChainId).rpcUrl);
  try {
    const orderIds = Array.from({ length: count }, () => `0x${randomBytes(32).toString('hex')}`);
    const raws = await signFills(devnet, destinationChainId, { orderIds, amount: 1n });
    const started = performance.now();
    for (let start = 0; start < raws.length; start += perBatch)
      await node.batch(
        'eth_sendRawTransaction',
        raws.slice(start, start + perBatch).map((raw) => [raw]),
      );
    const seconds = (performance.now() - started) / 1000;
    await untilMined(node, devnet.description.accounts[1]?.address ?? '');
    return count / seconds;
  } finally {
    await node.close();
  }
}

/**
 * Fills a second of the service, from the request for a block with all deposits until the last fill
 * is accepted.
 */
export async function measureFillRate(system: BenchSystem, count: number): Promise<number> {
  const { devnet } = system;
  const node = openRawNode(chainOf(devnet, originChainId).rpcUrl);
  await devnet.pauseMining(originChainId);
  try {
    const orderIds = await quoteOrders(system, { count, amount: testAmount });
    const raws = await signDeposits(devnet, originChainId, { orderIds, amount: testAmount });
    for (let start = 0; start < raws.length; start += perBatch)
      await node.batch(
        'eth_sendRawTransaction',
        raws.slice(start, start + perBatch).map((raw) => [raw]),
      );
    const finished = lastFill(system, new Set(orderIds.map((orderId) => orderId.slice(2))));
    const started = performance.now();
    await node.call('evm_mine', []);
    return count / (((await finished) - started) / 1000);
  } finally {
    await devnet.resumeMining(originChainId);
    await node.close();
  }
}

/** Moment at which the node has accepted the fills of all orders. */
function lastFill(system: BenchSystem, open: Set<string>): Promise<number> {
  const total = open.size;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(
        new Error(
          `${String(open.size)} of ${String(total)} orders were not filled within ${String(fillsMsMax)} ms.`,
        ),
      );
    }, fillsMsMax);
    const stop = system.proxy(destinationChainId).onSend(({ raw, isAccepted, answeredAt }) => {
      if (!isAccepted) return;
      // A fill's calldata is its selector and two words, and only the signature follows: the
      // position gives the id.
      const data = raw.indexOf(fillSelector);
      if (
        data === -1 ||
        !open.delete(raw.slice(data + fillSelector.length, data + fillSelector.length + 64)) ||
        open.size > 0
      )
        return;
      clearTimeout(timer);
      stop();
      resolve(answeredAt);
    });
  });
}

async function untilMined(node: ReturnType<typeof openRawNode>, account: string): Promise<void> {
  const deadline = Date.now() + fillsMsMax;
  while (
    (await node.call('eth_getTransactionCount', [account, 'latest'])) !==
    (await node.call('eth_getTransactionCount', [account, 'pending']))
  ) {
    if (Date.now() > deadline) throw new Error('The node did not mine what it had accepted.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
