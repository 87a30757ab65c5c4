import { depositoryAbi } from '@portage/contracts';
import type { Devnet } from '@portage/devnet';
import { encodeFunctionData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const PER_BLOCK = 2_000;
const PER_BATCH = 250;

/** Pays one native deposit for each order id, some thousand a block. */
export async function sendDeposits(devnet: Devnet, chainId: number, deposits: { readonly orderIds: readonly string[]; readonly amount: bigint }): Promise<void> {
  const chain = devnet.description.chains[String(chainId)];
  const payer = devnet.description.accounts[0];
  if (chain === undefined || payer === undefined) throw new Error('The devnet lacks the chain or an account.');
  const account = privateKeyToAccount(payer.privateKey);
  await devnet.pauseMining(chainId);
  const first = await devnet.client(chainId).getTransactionCount({ address: account.address });
  const sign = (orderId: string, index: number): Promise<Hex> =>
    account.signTransaction({
      chainId,
      nonce: first + index,
      to: chain.contracts.depository,
      data: encodeFunctionData({ abi: depositoryAbi, functionName: 'depositNative', args: [account.address, `0x${orderId.slice(2)}`] }),
      value: deposits.amount,
      gas: 90_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000n,
      type: 'eip1559',
    });
  for (let start = 0; start < deposits.orderIds.length; start += PER_BATCH) {
    const batch = await Promise.all(deposits.orderIds.slice(start, start + PER_BATCH).map((orderId, index) => sign(orderId, start + index)));
    await sendRaw(chain.rpcUrl, batch);
    if ((start + PER_BATCH) % PER_BLOCK === 0) await devnet.mine(chainId);
  }
  await devnet.mine(chainId, 2);
  await devnet.resumeMining(chainId);
}

async function sendRaw(url: string, transactions: readonly Hex[]): Promise<void> {
  const body = transactions.map((raw, id) => ({ jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] }));
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const replies: unknown = await answer.json();
  const failed = Array.isArray(replies) ? replies.find((reply: object) => 'error' in reply) : replies;
  if (failed !== undefined) throw new Error(`The node refused a deposit: ${JSON.stringify(failed)}`);
}
