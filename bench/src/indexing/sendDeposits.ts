import type { Devnet } from '@portage/devnet';
import { chainOf, signDeposits, type OrderPayments } from '../environment/signTransactions.js';
import { openRawNode } from '../node/openRawNode.js';

const perBlock = 2_000;
const perBatch = 250;

/** Makes one native deposit for each order id, some thousand a block. */
export async function sendDeposits(
  devnet: Devnet,
  chainId: number,
  deposits: OrderPayments,
): Promise<void> {
  const node = openRawNode(chainOf(devnet, chainId).rpcUrl);
  await devnet.pauseMining(chainId);
  try {
    const raws = await signDeposits(devnet, chainId, deposits);
    for (let start = 0; start < raws.length; start += perBatch) {
      await node.batch(
        'eth_sendRawTransaction',
        raws.slice(start, start + perBatch).map((raw) => [raw]),
      );
      if ((start + perBatch) % perBlock === 0) await devnet.mine(chainId);
    }
    await devnet.mine(chainId, 2);
  } finally {
    await devnet.resumeMining(chainId);
    await node.close();
  }
}
