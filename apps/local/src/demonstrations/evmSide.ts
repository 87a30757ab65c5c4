import { randomBytes } from 'node:crypto';
import { depositoryAbi } from '@portage/contracts';
import { evmChain } from '@portage/devnet';
import { createEvmExecutor } from '@portage/sdk/evm';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  isAddressEqual,
  toHex,
  zeroAddress,
  type Chain,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import type { Place } from '../currencies.js';
import type { DemonstrationContext } from './demonstration.js';
import type { Side } from './side.js';

/** Chain of the devnet whose wallet signs messages. */
const baseChainId = 8453;

/** EVM chains with an account of the devnet. */
export function createEvmSide(context: DemonstrationContext): Side {
  const account = privateKeyToAccount(context.privateKey);
  return {
    executor: createEvmExecutor({
      wallet: (chainId) =>
        createWalletClient({ account, chain: viemChain(context, chainId), transport: http() }),
      homeChainId: baseChainId,
    }),
    user: account.address,
    freshAccount: () => Promise.resolve(privateKeyToAddress(generatePrivateKey())),
    // Accounts of this side are hex.
    balanceOf: (place, holder) => balanceOf(context, place, holder as Hex),
  };
}

async function balanceOf(
  context: DemonstrationContext,
  place: Place,
  holder: Hex,
): Promise<bigint> {
  const client = createPublicClient({
    chain: viemChain(context, place.chainId),
    transport: http(),
  });
  const token = place.address as Hex; // Addresses of the devnet's description are hex.
  if (isAddressEqual(token, zeroAddress)) return client.getBalance({ address: holder });
  return client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  });
}

/** Chain of the devnet in viem's form. */
export function viemChain(context: DemonstrationContext, chainId: number): Chain {
  const chain = evmChain(context.devnet.description, chainId);
  return defineChain({
    id: chain.id,
    name: chain.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  });
}

/** Plain transfer, as an exchange makes it. */
export async function sendOnEvm(
  context: DemonstrationContext,
  place: Place,
  recipient: string,
  amount: bigint,
): Promise<Hex> {
  const client = createWalletClient({
    account: privateKeyToAccount(context.privateKey),
    chain: viemChain(context, place.chainId),
    transport: http(),
  });
  // Accounts and addresses of this side are hex.
  const [to, token] = [recipient as Hex, place.address as Hex];
  if (isAddressEqual(token, zeroAddress)) return client.sendTransaction({ to, value: amount });
  return client.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  });
}

/** Deposit of native currency under an id that was never quoted. */
export async function depositUnmatchedOnEvm(
  context: DemonstrationContext,
  place: Place,
  amount: bigint,
): Promise<Hex> {
  const account = privateKeyToAccount(context.privateKey);
  const chain = viemChain(context, place.chainId);
  const client = createWalletClient({ account, chain, transport: http() });
  return client.writeContract({
    abi: depositoryAbi,
    address: evmChain(context.devnet.description, place.chainId).contracts.depository,
    functionName: 'depositNative',
    args: [account.address, toHex(randomBytes(32))],
    value: amount,
  });
}
