import { wethAbi } from '@portage/contracts';
import { evmChain } from '@portage/devnet';
import { privateKeyToAccount } from 'viem/accounts';
import type { DemonstrationContext } from './demonstration.js';

/** Turns ether of the payer, in wei, into WETH. */
export async function wrapEther(
  { devnet, privateKey }: DemonstrationContext,
  chainId: number,
  amount: bigint,
): Promise<void> {
  const client = devnet.client(chainId);
  const hash = await client.writeContract({
    account: privateKeyToAccount(privateKey),
    chain: client.chain,
    address: evmChain(devnet.description, chainId).tokens.weth.address,
    abi: wethAbi,
    functionName: 'deposit',
    value: amount,
  });
  await client.waitForTransactionReceipt({ hash });
}
