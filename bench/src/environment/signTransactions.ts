import { depositoryAbi, fillerAbi } from '@portage/contracts';
import { evmChain, type Devnet, type EvmDevnetChain } from '@portage/devnet';
import { encodeFunctionData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

interface Call {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
}

/** Payments of one amount, one for each order. */
export interface OrderPayments {
  readonly orderIds: readonly string[];
  /** Amount of each payment in wei. */
  readonly amount: bigint;
}

/** Chain of a devnet by its id. */
export function chainOf(devnet: Devnet, chainId: number): EvmDevnetChain {
  return evmChain(devnet.description, chainId);
}

/** Signs native deposits, one for each order id, with consecutive nonces of account 0. */
export function signDeposits(
  devnet: Devnet,
  chainId: number,
  deposits: OrderPayments,
): Promise<readonly Hex[]> {
  const depositor = accountOf(devnet, 0).address;
  const to = chainOf(devnet, chainId).contracts.depository;
  const calls = deposits.orderIds.map((orderId) => ({
    to,
    data: encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositNative',
      args: [depositor, hex(orderId)],
    }),
    value: deposits.amount,
  }));
  return sign(devnet, { chainId, account: 0, calls });
}

/**
 * Signs native fills of orders that do not exist, with consecutive nonces of account 1, in the
 * solver's format.
 */
export function signFills(
  devnet: Devnet,
  chainId: number,
  fills: OrderPayments,
): Promise<readonly Hex[]> {
  const recipient = accountOf(devnet, 2).address;
  const to = chainOf(devnet, chainId).contracts.filler;
  const calls = fills.orderIds.map((orderId) => ({
    to,
    data: encodeFunctionData({
      abi: fillerAbi,
      functionName: 'fillNative',
      args: [hex(orderId), recipient],
    }),
    value: fills.amount,
  }));
  return sign(devnet, { chainId, account: 1, calls });
}

async function sign(
  devnet: Devnet,
  {
    chainId,
    account,
    calls,
  }: { readonly chainId: number; readonly account: number; readonly calls: readonly Call[] },
): Promise<readonly Hex[]> {
  const signer = privateKeyToAccount(accountOf(devnet, account).privateKey);
  const first = await devnet
    .client(chainId)
    .getTransactionCount({ address: signer.address, blockTag: 'pending' });
  return Promise.all(
    calls.map((call, index) =>
      signer.signTransaction({
        ...call,
        chainId,
        nonce: first + index,
        gas: 120_000n,
        maxFeePerGas: 10_000_000_000n,
        maxPriorityFeePerGas: 1_000_000n,
        type: 'eip1559',
      }),
    ),
  );
}

function accountOf(devnet: Devnet, index: number): Devnet['description']['accounts'][number] {
  const account = devnet.description.accounts[index];
  if (account === undefined) throw new Error(`The devnet lacks account ${String(index)}.`);
  return account;
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
