import { createPublicClient, createWalletClient, http, type Abi, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { DemonstrationContext } from './demonstration.js';
import { viemChain } from './evmSide.js';

/** Creation code of a contract, with its ABI. */
export interface ContractCode {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

/** Deploys a contract that only one demonstration needs; returns its address. */
export async function deployContract(
  context: DemonstrationContext,
  chainId: number,
  contract: ContractCode,
): Promise<Hex> {
  const chain = viemChain(context, chainId);
  const wallet = createWalletClient({
    account: privateKeyToAccount(context.privateKey),
    chain,
    transport: http(),
  });
  const client = createPublicClient({ chain, transport: http() });
  const { contractAddress } = await client.waitForTransactionReceipt({
    hash: await wallet.deployContract(contract),
  });
  if (contractAddress === null || contractAddress === undefined)
    throw new Error('The contract was not deployed.');
  return contractAddress;
}
