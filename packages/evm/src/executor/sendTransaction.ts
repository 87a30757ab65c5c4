import { PortageError, type EvmTransactionData } from '@portage/core';
import { checkAborted, type Submission, type TaskContext } from '@portage/core/executor';
import { walletError } from './walletError.js';
import { clampFees } from './clampFees.js';
import { selectors } from '../abi/generated/selectors.js';
import { addressWord, uintWord } from '../abi/words.js';
import type { Connection, Hex, Request } from './connection.js';
import { confirmTransaction } from './confirmTransaction.js';
import { estimateGas, preflight, readAllowance, refusal } from './preflight.js';

/** Wallet and rhythm of sending a transaction. */
export interface SendContext {
  readonly connection: Connection;
  readonly pollMs: number;
}

/** Puts a transaction before the wallet, after trying it out on the chain. */
export async function sendTransaction(
  send: SendContext,
  data: EvmTransactionData,
  context: TaskContext,
): Promise<Submission> {
  checkAborted(context.signal);
  const { wallet, account, chain } = await send.connection.on(data.chainId);
  const read = send.connection.reader(data.chainId);
  const address = typeof account === 'string' ? account : account.address;
  if (data.from.toLowerCase() !== address.toLowerCase()) {
    throw new PortageError('WALLET_ERROR', {
      message: `The step is for ${data.from}, but the wallet acts as ${address}.`,
      hint: 'Choose the account in the wallet that the quote was asked for.',
    });
  }
  const wasReset = await resetAllowance(send, data, context);
  const [gas, fees] = await Promise.all([
    wasReset
      ? gasAfterReset(read, data)
      : preflight(read, data, { pollMs: send.pollMs, signal: context.signal }),
    clampFees(read, data),
  ]);
  checkAborted(context.signal);
  try {
    const txId = await wallet.sendTransaction({
      account,
      chain,
      to: hex(data.to),
      data: hex(data.data),
      value: BigInt(data.value),
      gas,
      ...fees,
    });
    return { type: 'transaction', chainId: data.chainId, txId };
  } catch (error) {
    throw walletError(error);
  }
}

/** Whether an approval is there already: the allowance is at least what the step asks for. */
export async function isAllowed(read: Request, data: EvmTransactionData): Promise<boolean> {
  const approval = readApproval(data);
  if (approval === undefined || approval.amount === 0n) return false;
  const allowance = await readAllowance(read, data.to, data.from, approval.spender);
  return allowance !== undefined && allowance >= approval.amount;
}

/**
 * Tokens like USDT refuse to change an allowance that is not zero. Only where the token refuses,
 * the allowance is set to zero first. Answers whether that was done, because the approval cannot be
 * tried out before it.
 */
async function resetAllowance(
  send: SendContext,
  data: EvmTransactionData,
  context: TaskContext,
): Promise<boolean> {
  const approval = readApproval(data);
  if (approval === undefined || approval.amount === 0n) return false;
  const read = send.connection.reader(data.chainId);
  const allowance = await readAllowance(read, data.to, data.from, approval.spender);
  if (allowance === undefined || allowance === 0n || (await refusal(read, data)) === undefined)
    return false;
  const reset = {
    ...data,
    data: `${selectors.approve}${addressWord(approval.spender)}${uintWord(0n)}`,
  };
  const submission = await sendTransaction(send, reset, context);
  if (submission.type === 'transaction') {
    // The reset is ours alone: the runner knows only the approval that follows.
    const watch = { read, pollMs: send.pollMs, asked: reset };
    await confirmTransaction(watch, submission.txId, {
      signal: context.signal,
      onReplaced: () => undefined,
    });
  }
  return true;
}

/** An endpoint that lags behind does not know of the reset yet, so nothing is tried out. */
async function gasAfterReset(read: Request, data: EvmTransactionData): Promise<bigint> {
  return data.gas === undefined ? await estimateGas(read, data) : BigInt(data.gas);
}

function readApproval(
  data: EvmTransactionData,
): { readonly spender: string; readonly amount: bigint } | undefined {
  const calldata = data.data.toLowerCase();
  if (!calldata.startsWith(selectors.approve) || calldata.length !== 138) return undefined;
  return { spender: `0x${calldata.slice(34, 74)}`, amount: BigInt(`0x${calldata.slice(74)}`) };
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
