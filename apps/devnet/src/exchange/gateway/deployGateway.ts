import { testExchangeGatewayAbi } from '@portage/contracts';
import { testExchangeGatewayBytecode } from '@portage/contracts/bytecode';
import { encodeDeployData, type Hex } from 'viem';
import type { DevnetAccount } from '../../contracts/deriveAccounts.js';
import { sendBatch } from '../../contracts/sendBatch.js';
import type { EvmDevnetChain } from '../../description.js';
import type { NodeClient } from '../../node/connect.js';

/** EVM chain that a contract is deployed on. */
export interface GatewayChain {
  readonly client: NodeClient;
  readonly description: EvmDevnetChain;
}

/** Contract that takes deposits for the exchange. */
export interface Gateway {
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly address: Hex;
  /** Block that holds the contract. */
  readonly height: number;
}

/** Deploys the contract that takes deposits on an EVM chain. */
export async function deployGateway(
  { client, description }: GatewayChain,
  owner: DevnetAccount,
): Promise<Gateway> {
  const { id: chainId, rpcUrl, tokens } = description;
  const data = encodeDeployData({
    abi: testExchangeGatewayAbi,
    bytecode: testExchangeGatewayBytecode,
    args: [tokens.usdc.address, owner.address],
  });
  const [receipt] = await sendBatch(client, { sender: owner, transactions: [{ data }] });
  const address = receipt?.contractAddress;
  if (receipt === undefined || address == null) throw new Error('The gateway has no address.');
  return { chainId, rpcUrl, address, height: Number(receipt.blockNumber) };
}
