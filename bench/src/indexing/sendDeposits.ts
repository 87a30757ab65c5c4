import type { Devnet } from '@portage/devnet';
import { chainOf, signDeposits } from '../environment/signTransactions.js';
import { openRawNode } from '../node/openRawNode.js';

const PER_BLOCK = 2_000;
const PER_BATCH = 250;

/** Pays one native deposit for each order id, some thousand a block. */
export async function sendDeposits(
  devnet: Devnet,
  chainId: number,
  deposits: { readonly orderIds: readonly string[]; readonly amount: bigint },
): Promise<void> {
  const node = openRawNode(chainOf(devnet, chainId).rpcUrl);
  await devnet.pauseMining(chainId);
  try {
    const raws = await signDeposits(devnet, chainId, deposits);
    for (let start = 0; start < raws.length; start += PER_BATCH) {
      await node.batch(
        'eth_sendRawTransaction',
        raws.slice(start, start + PER_BATCH).map((raw) => [raw]),
      );
      if ((start + PER_BATCH) % PER_BLOCK === 0) await devnet.mine(chainId);
    }
    await devnet.mine(chainId, 2);
  } finally {
    await devnet.resumeMining(chainId);
    await node.close();
  }
}
