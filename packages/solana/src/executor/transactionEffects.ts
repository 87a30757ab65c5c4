import { isPortageError } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { solanaCodec } from '../codec.js';
import {
  readDeposit,
  readPayerSwap,
  readSend,
  readSwapDeposit,
  type ReadPayerSwap,
  type ReadSwapDeposit,
} from '../program/index.js';
import type {
  SolanaTransactionData,
  WireInstruction,
} from '../transaction/solanaTransactionData.js';
import { isComputeBudget } from '../transaction/computeBudget.js';
import type { Instruction } from '../transaction/instruction.js';
import { priorityFee } from './priorityFee.js';

/** A priority fee above this is an expense of its own: 0.01 SOL. */
const priorityFeeMax = 10_000_000n;

/** Most that an account holds: 64 bits. */
const amountMax = (1n << 64n) - 1n;

/**
 * Effects of a transaction, instruction by instruction. Only the depository's exact deposit is
 * read, with the program, its vault, the amount and the order id, with or without a swap before it
 * that brings the money, a plain transfer that carries a reference, and a swap that carries one. A
 * limit of compute units and a modest price for them say nothing about money; everything else is
 * unknown.
 */
export function transactionEffects(
  { instructions }: Pick<SolanaTransactionData, 'instructions'>,
  chainId: number,
): readonly Effect[] {
  const read = instructions.map(readInstruction);
  const known = read.filter((instruction) => instruction !== undefined);
  const unknown = (reason: string): Effect => ({ type: 'unknown', chainId, reason });
  if (known.length !== read.length) return [unknown('malformed instruction')];
  const effects = readEffects(
    known.filter((instruction) => !isComputeBudget(instruction)),
    chainId,
  );
  const fee = priorityFee(known);
  // The fee payer signs on the caller's side, too: an app that pays for its users.
  return fee > priorityFeeMax
    ? [...effects, unknown(`priority fee of ${fee.toString()} lamports`)]
    : effects;
}

/** A plain transfer may be more than one instruction, and so is a deposit with a swap. */
function readEffects(instructions: readonly Instruction[], chainId: number): readonly Effect[] {
  const effects: Effect[] = [];
  for (let place = 0; place < instructions.length;) {
    const rest = instructions.slice(place);
    const own = readPayerSwap(rest);
    const swap = own === undefined ? readSwapDeposit(rest) : undefined;
    const send = own === undefined && swap === undefined ? readSend(rest) : undefined;
    if (own !== undefined) effects.push(payerSwapEffect(own, chainId));
    else if (send !== undefined) {
      const { payer: sender, recipient, currency, amount, reference } = send;
      effects.push({ type: 'payment', chainId, sender, recipient, currency, amount, reference });
    } else if (swap !== undefined) effects.push(swapEffect(swap, chainId));
    else effects.push(...rest.slice(0, 1).map((each) => instructionEffect(each, chainId)));
    place += own?.instructions ?? swap?.instructions ?? send?.instructions ?? 1;
  }
  return effects;
}

/** A swap whose output is paid in. The transaction expires with its blockhash. */
function swapEffect(read: ReadSwapDeposit, chainId: number): Effect {
  const { program, currencyIn, most, deposit } = read;
  const { currency, amount, id: orderId, sender, depositor } = deposit;
  if (sender !== depositor)
    return {
      type: 'unknown',
      chainId,
      reason: `deposit that ${sender} pays in the name of ${depositor}`,
    };
  return {
    type: 'swap',
    chainId,
    contract: program,
    currency: currencyIn,
    amount: most,
    settlement: {
      orderId,
      account: depositor,
      currency,
      minimum: amount,
      maximum: amount,
      refundTo: depositor,
    },
  };
}

/** A swap whose output goes to its recipient: all of it, or the exact amount. */
function payerSwapEffect(read: ReadPayerSwap, chainId: number): Effect {
  const { program, owner, recipient, currencyIn, currencyOut, most, least, reference } = read;
  return {
    type: 'swap',
    chainId,
    contract: program,
    currency: currencyIn,
    amount: most,
    reference,
    settlement: {
      account: recipient,
      currency: currencyOut,
      minimum: least,
      maximum: read.type === 'EXACT_OUTPUT' ? least : amountMax,
      refundTo: owner,
    },
  };
}

function instructionEffect(instruction: Instruction, chainId: number): Effect {
  const deposit = readDeposit(instruction);
  if (deposit === undefined)
    return { type: 'unknown', chainId, reason: `instruction of ${instruction.programId}` };
  const { depository, currency, amount, id: orderId, depositor, sender } = deposit;
  // Who pays the fees signs as well; the money must still be the depositor's own.
  if (sender !== depositor)
    return {
      type: 'unknown',
      chainId,
      reason: `deposit that ${sender} pays in the name of ${depositor}`,
    };
  return { type: 'deposit', chainId, depository, currency, amount, orderId, depositor };
}

/**
 * The instruction with its data as bytes; undefined when the data is not hex or an account is none.
 */
export function readInstruction({
  programId,
  keys,
  data,
}: WireInstruction): Instruction | undefined {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(data)) return undefined;
  try {
    for (const account of [programId, ...keys.map(({ pubkey }) => pubkey)])
      solanaCodec.normalizeAddress(account);
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    return undefined;
  }
  return {
    programId,
    keys,
    data: Uint8Array.from(data.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
  };
}
