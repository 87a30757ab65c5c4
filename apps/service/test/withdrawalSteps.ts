import { depositoryAbi } from '@portage/contracts';
import { signatureDataSchema, withdrawalPreparedSchema } from '@portage/core/schemas';
import { evmChain, type Devnet } from '@portage/devnet';
import { withdrawalDigest, type WithdrawalMessage } from '@portage/withdrawals';
import { createPublicClient, createWalletClient, http, pad, zeroAddress, type Hex } from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { z } from 'zod';
import { getQuote, post, sendSteps } from './transfer.js';
import { watchStatus } from './watchStatus.js';

/** Chain of the deposits that are withdrawn, and of the fees that are claimed. */
export const withdrawalChainId = 8453;

/** Account of the devnet by its place. */
export function accountOf({ description }: Devnet, index: number): PrivateKeyAccount {
  const found = description.accounts[index];
  if (found === undefined) throw new Error(`No account ${String(index)}.`);
  return privateKeyToAccount(found.privateKey);
}

/** Pays in what no order takes. */
export async function depositUnmatched(
  devnet: Devnet,
  account: PrivateKeyAccount,
  value: bigint,
): Promise<void> {
  const { rpcUrl, contracts } = evmChain(devnet.description, withdrawalChainId);
  const { chain } = devnet.client(withdrawalChainId);
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) });
  const hash = await wallet.writeContract({
    abi: depositoryAbi,
    address: contracts.depository,
    functionName: 'depositNative',
    args: [account.address, pad(account.address, { size: 32 })],
    value,
  });
  const reader = createPublicClient({ transport: http(rpcUrl), pollingInterval: 50 });
  expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
}

/** A withdrawal with its owner's signature. */
export type SignedWithdrawal = WithdrawalMessage & { readonly signature: Hex };

/** Prepares a withdrawal once the chain calls its deposit final, and signs it. */
export async function signWithdrawal(
  url: string,
  owner: PrivateKeyAccount,
  { amount, recipient }: { readonly amount: bigint; readonly recipient: Hex },
): Promise<SignedWithdrawal> {
  const terms = {
    chainId: 'base',
    ownerChainId: 'base',
    currency: zeroAddress,
    recipient,
    owner: owner.address,
    amount: amount.toString(),
  };
  const ask = () => post(url, '/withdrawals/request', terms);
  await expect.poll(async () => (await ask()).status).toBe(200);
  const message = { ...terms, ...withdrawalPreparedSchema.parse((await ask()).body) };
  const signature = await owner.signMessage({ message: { raw: withdrawalDigest(message) } });
  return { ...message, signature };
}

/** The step of a claim with its signature. */
export interface SignedClaim {
  readonly claimId: string;
  readonly path: string;
  readonly body: unknown;
}

/** Signs a claim once there is that much to be claimed. */
export async function signClaim(
  url: string,
  wallet: PrivateKeyAccount,
  { amount, recipient }: { readonly amount: bigint; readonly recipient: Hex },
): Promise<SignedClaim> {
  const body = {
    chainId: withdrawalChainId,
    currency: zeroAddress,
    recipient,
    amount: amount.toString(),
  };
  const ask = () => post(url, `/app-fees/${wallet.address.toLowerCase()}/claim`, body);
  await expect.poll(async () => (await ask()).status).toBe(200);
  const { steps } = z
    .object({ steps: z.array(z.object({ items: z.array(z.object({ data: z.unknown() })) })) })
    .parse((await ask()).body);
  const { sign, post: to } = signatureDataSchema.parse(steps[0]?.items[0]?.data);
  if (sign.signatureKind !== 'eip191') throw new Error('A claim is signed as a message.');
  const signature = await wallet.signMessage({ message: { raw: sign.message as Hex } });
  const { requestId } = z.object({ requestId: z.string() }).parse(to.body);
  return { claimId: requestId, path: `${to.endpoint}?signature=${signature}`, body: to.body };
}

/** Has a wallet earn a tenth of a transfer of native currency. */
export async function earnFees(
  url: string,
  devnet: Devnet,
  {
    payer,
    wallet,
    amount,
  }: { readonly payer: number; readonly wallet: Hex; readonly amount: bigint },
): Promise<void> {
  const { address } = accountOf(devnet, payer);
  const quote = await getQuote(url, {
    user: address,
    recipient: address,
    tradeType: 'EXACT_INPUT',
    amount: amount.toString(),
    originChainId: withdrawalChainId,
    originCurrency: zeroAddress,
    destinationChainId: 10,
    destinationCurrency: zeroAddress,
    appFees: [{ recipient: wallet, fee: '1000' }],
  });
  await sendSteps(devnet, devnet.description.accounts[payer]!.privateKey, quote);
  expect((await watchStatus(url, quote.requestId)).at(-1)?.status).toBe('success');
}
