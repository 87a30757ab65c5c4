import { testBatchAccountAbi } from '@portage/contracts';
import { testBatchAccountBytecode } from '@portage/contracts/bytecode';
import type { Quote } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { evmChain, type Devnet } from '@portage/devnet';
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  padHex,
  type Hex,
} from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { post } from './transfer.js';

/** Chain on which the payers' accounts are called. */
export const batchChainId = 8453;

/** Passes for the first caller of a block, and burns the gas of every other. */
const firstOfBlock: Hex = '0x600e600c600039600e6000f34354600a5760014355005b600a56';

/** Contracts that batches of payers need. */
export interface BatchContracts {
  /** Code of the payers' accounts. */
  readonly delegate: Hex;
  /** Passes for the first caller of a block, and burns the gas of every other. */
  readonly trap: Hex;
}

/** Reader of the chain on which the payers' accounts are called. */
export function batchReader({ description }: Devnet) {
  return createPublicClient({ transport: http(evmChain(description, batchChainId).rpcUrl) });
}

/** Deploys the contracts of batches. */
export async function deployBatchContracts(devnet: Devnet): Promise<BatchContracts> {
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.description.roles.faucet.privateKey),
    transport: http(evmChain(devnet.description, batchChainId).rpcUrl),
  });
  const deploy = async (data: Hex): Promise<Hex> => {
    const hash = await client.sendTransaction({ chain: null, data });
    const { contractAddress } = await batchReader(devnet).waitForTransactionReceipt({ hash });
    return contractAddress ?? '0x';
  };
  return { delegate: await deploy(testBatchAccountBytecode), trap: await deploy(firstOfBlock) };
}

/** Members of a gasless quote's request that tests choose. */
export interface GaslessRequest {
  readonly originGasOverhead: number;
  readonly recipient?: Hex;
  readonly apiKey: string;
}

/** Quotes 20 USDC from the chain of batches to OP Mainnet, for a payer without gas. */
export async function quoteGasless(
  url: string,
  { description }: Devnet,
  account: PrivateKeyAccount,
  { originGasOverhead, recipient, apiKey }: GaslessRequest,
): Promise<Quote> {
  const usdc = (id: number): Hex => evmChain(description, id).tokens.usdc.address;
  const body = {
    user: account.address,
    originChainId: batchChainId,
    destinationChainId: 10,
    originCurrency: usdc(batchChainId),
    destinationCurrency: usdc(10),
    amount: '20000000',
    originGasOverhead,
    ...(recipient === undefined ? {} : { recipient }),
  };
  const answer = await post(url, '/quote/v2', body, { 'x-api-key': apiKey });
  expect(answer).toMatchObject({ status: 200 });
  return quoteSchema.parse(answer.body);
}

/**
 * Body of `POST /execute`: a batch of the quote's calls, signed by the account, with its first
 * delegation; where a trap is named, it is called before them.
 */
export async function signBatch(
  account: PrivateKeyAccount,
  { requestId, steps }: Quote,
  { delegate, trap }: Pick<BatchContracts, 'delegate'> & Partial<BatchContracts>,
): Promise<object> {
  const calls = [
    ...(trap === undefined ? [] : [{ to: trap, value: 0n, data: '0x' as Hex }]),
    ...steps
      .flatMap(({ items }) => items)
      .map(({ data }) => ({
        to: data['to'] as Hex,
        value: BigInt(String(data['value'])),
        data: data['data'] as Hex,
      })),
  ];
  const signature = await account.signTypedData({
    domain: {
      name: 'TestBatchAccount',
      version: '1',
      chainId: batchChainId,
      verifyingContract: account.address,
    },
    types: {
      Batch: [
        { name: 'calls', type: 'Call[]' },
        { name: 'nonce', type: 'uint256' },
      ],
      Call: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    } as const,
    primaryType: 'Batch',
    message: { calls, nonce: 0n },
  });
  const data = encodeFunctionData({
    abi: testBatchAccountAbi,
    functionName: 'execute',
    args: [calls, signature],
  });
  const delegation = { chainId: batchChainId, address: delegate, nonce: 0 };
  const { r, s, yParity = 0 } = await account.signAuthorization(delegation);
  const authorization = {
    ...delegation,
    yParity,
    r: padHex(r, { size: 32 }),
    s: padHex(s, { size: 32 }),
  };
  return {
    executionKind: 'rawCalls',
    data: {
      chainId: batchChainId,
      to: account.address,
      value: '0',
      data,
      authorizationList: [authorization],
    },
    executionOptions: { subsidizeFees: false },
    requestId,
  };
}
