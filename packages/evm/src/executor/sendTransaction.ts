import { checkAborted, PortageError, type EvmTransactionData, type Submission, type TaskContext } from '@portage/core';
import { revertReason, walletError } from '../errors.js';
import { selectors } from '../selectors.js';
import { addressWord, uintWord } from '../words.js';
import type { Connection, Hex, Request } from './connection.js';
import { confirmTransaction } from './confirmTransaction.js';

/** Room over an estimate: contracts that keep prices spend more in a later block than in this one. */
const GAS_MARGIN = { numerator: 13n, denominator: 10n, fixed: 60_000n };

/** What sending needs. */
export interface Sending {
  readonly connection: Connection;
  readonly pollMs: number;
}

/** Puts a transaction before the wallet, after trying it out on the chain. */
export async function sendTransaction(sending: Sending, data: EvmTransactionData, context: TaskContext): Promise<Submission> {
  checkAborted(context.signal);
  const { wallet, account, chain } = await sending.connection.on(data.chainId);
  const read = sending.connection.reader(data.chainId);
  const address = typeof account === 'string' ? account : account.address;
  if (data.from.toLowerCase() !== address.toLowerCase()) {
    throw new PortageError('WALLET_ERROR', { message: `The step is for ${data.from}, but the wallet acts as ${address}.`, hint: 'Choose the account in the wallet that the quote was asked for.' });
  }
  const ready = await resetAllowance(sending, data, context);
  if (!ready) await simulate(read, data);
  checkAborted(context.signal);
  try {
    const txId = await wallet.sendTransaction({
      account,
      chain,
      to: hex(data.to),
      data: hex(data.data),
      value: BigInt(data.value),
      gas: data.gas === undefined ? await estimate(read, data) : BigInt(data.gas),
      ...(data.maxFeePerGas === undefined ? {} : { maxFeePerGas: BigInt(data.maxFeePerGas) }),
      ...(data.maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas: BigInt(data.maxPriorityFeePerGas) }),
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
 * Tokens like USDT refuse to change an allowance that is not zero. Only where the token refuses, the allowance is set to
 * zero first. Answers whether that was done, because the approval cannot be tried out before it.
 */
async function resetAllowance(sending: Sending, data: EvmTransactionData, context: TaskContext): Promise<boolean> {
  const approval = readApproval(data);
  if (approval === undefined || approval.amount === 0n) return false;
  const read = sending.connection.reader(data.chainId);
  const allowance = await readAllowance(read, data.to, data.from, approval.spender);
  if (allowance === undefined || allowance === 0n || (await refusal(read, data)) === undefined) return false;
  const reset = { ...data, data: `${selectors.approve}${addressWord(approval.spender)}${uintWord(0n)}` };
  const submission = await sendTransaction(sending, reset, context);
  if (submission.type === 'transaction') {
    // The reset is ours alone: the runner knows only the approval that follows.
    await confirmTransaction({ read, pollMs: sending.pollMs }, submission.txId, { signal: context.signal, onReplaced: () => undefined });
  }
  return true;
}

/** Tries a transaction out. A deposit whose approval is not mined yet would only fail for that reason, so it is not tried. */
async function simulate(read: Request, data: EvmTransactionData): Promise<void> {
  if (data.data.startsWith(selectors.depositErc20)) {
    const amount = BigInt(`0x${data.data.slice(10 + 128, 10 + 192)}`);
    const allowance = await readAllowance(read, `0x${data.data.slice(10 + 88, 10 + 128)}`, data.from, data.to);
    if (allowance === undefined || allowance < amount) return;
  }
  const reason = await refusal(read, data);
  if (reason !== undefined) {
    throw new PortageError('TRANSACTION_REVERTED', { message: `The transaction would revert: ${reason}.`, hint: 'Nothing was sent.', context: { reason, sent: false } });
  }
}

/** Why the chain would revert a transaction; undefined when it would not, or when it cannot be asked. */
async function refusal(read: Request, data: EvmTransactionData): Promise<string | undefined> {
  try {
    await read('eth_call', [callOf(data), 'latest']);
    return undefined;
  } catch (error) {
    return revertReason(error);
  }
}

async function estimate(read: Request, data: EvmTransactionData): Promise<bigint> {
  const units = await read('eth_estimateGas', [callOf(data)]);
  if (typeof units !== 'string') throw new PortageError('WALLET_ERROR', { message: 'The gas of the transaction could not be estimated.' });
  return (BigInt(units) * GAS_MARGIN.numerator) / GAS_MARGIN.denominator + GAS_MARGIN.fixed;
}

function callOf(data: EvmTransactionData): Readonly<Record<string, string>> {
  return { from: data.from, to: data.to, data: data.data, value: `0x${BigInt(data.value).toString(16)}` };
}

function readApproval(data: EvmTransactionData): { readonly spender: string; readonly amount: bigint } | undefined {
  const calldata = data.data.toLowerCase();
  if (!calldata.startsWith(selectors.approve) || calldata.length !== 138) return undefined;
  return { spender: `0x${calldata.slice(34, 74)}`, amount: BigInt(`0x${calldata.slice(74)}`) };
}

/** The allowance; undefined when it cannot be read, and then the approval is simply made. */
async function readAllowance(read: Request, token: string, owner: string, spender: string): Promise<bigint | undefined> {
  const data = `${selectors.allowance}${addressWord(owner)}${addressWord(spender)}`;
  const word = await read('eth_call', [{ to: token, data }, 'latest']).catch(() => undefined);
  return typeof word === 'string' && /^0x[0-9a-fA-F]{64}$/.test(word) ? BigInt(word) : undefined;
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
