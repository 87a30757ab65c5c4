import { testBatchAccountAbi } from '@portage/contracts';
import type { GaslessCall, GaslessDelegate } from '@portage/sdk/evm';
import { encodeFunctionData, type Hex, type LocalAccount } from 'viem';

const types = {
  Batch: [
    { name: 'calls', type: 'Call[]' },
    { name: 'nonce', type: 'uint256' },
  ],
  Call: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
} as const;

/** Batch of calls that an account makes. */
export interface Batch {
  readonly calls: readonly GaslessCall[];
  /** Number of batches that the account has made. */
  readonly nonce: bigint;
}

/** Calldata of a `TestBatchAccount` call, signed by the account itself. */
export async function encodeBatch(
  account: LocalAccount,
  chainId: number,
  batch: Batch,
): Promise<Hex> {
  const domain = {
    name: 'TestBatchAccount',
    version: '1',
    chainId,
    verifyingContract: account.address,
  };
  const signature = await account.signTypedData({
    domain,
    types,
    primaryType: 'Batch',
    message: batch,
  });
  return encodeFunctionData({
    abi: testBatchAccountAbi,
    functionName: 'execute',
    args: [batch.calls, signature],
  });
}

/** Chain and batch count that a delegated account signs for. */
export interface BatchAccountOptions {
  readonly chainId: number;
  /** Number of batches that the account has made. */
  readonly nonce: bigint;
}

/** Account that has `TestBatchAccount` as its delegate. */
export function batchAccount(
  address: Hex,
  account: LocalAccount,
  { chainId, nonce }: BatchAccountOptions,
): GaslessDelegate {
  return { address, encode: (calls) => encodeBatch(account, chainId, { calls, nonce }) };
}
