import { requestFault } from '@portage/core';
import type { CallRequest, OrderCall, OrderCalls } from '@portage/core/chain';
import { atPath } from '@portage/core/plugin';
import { createAssociatedToken, fill } from '@portage/solana/program';
import {
  readInstructionCall,
  setComputeUnitLimit,
  setComputeUnitPrice,
  type Instruction,
} from '@portage/solana/transaction';
import { solanaCodec } from '@portage/solana/codec';
import { callUnitsMax, computeUnitLimit, defaultCallUnits } from '../gas/computeUnits.js';
import { checkInstructions } from './checkInstructions.js';
import { confirmInstructions, type ConfirmContext } from './confirmInstructions.js';
import { guardedAccounts } from './guardedAccounts.js';

/** Any order, any time and any price take the same room. */
const someOrder = `0x${'01'.repeat(32)}`;

/** Judges the instructions that callers add to payments. */
export function createOrderCalls(options: ConfirmContext): OrderCalls {
  const guarded = guardedAccounts(options);
  const check = ({ calls, payment }: CallRequest): readonly Instruction[] => {
    const instructions = readCalls(calls);
    checkInstructions(instructions, {
      guarded,
      feePayer: options.solver,
      payment: payment === undefined ? [] : paymentOf(payment, options),
    });
    return instructions;
  };
  return {
    callsOnly: true,
    gasLimitMax: callUnitsMax,
    gasLimit: (calls) => defaultCallUnits(calls.length),
    check,
    confirm: async (request, signal) => {
      await confirmInstructions(check(request), options, signal);
    },
  };
}

/** Instructions of calls. @throws PortageError `INVALID_EXTRA_TXS` */
export function readCalls(calls: readonly OrderCall[]): readonly Instruction[] {
  return calls.map((call, index) => {
    const path = `txs.${String(index)}`;
    if (call.value !== 0n)
      throw requestFault(path, 'carries a value', { code: 'INVALID_EXTRA_TXS' });
    return atPath(path, () => readInstructionCall(call));
  });
}

/** The longest payment without a swap: one that opens the recipient's account. */
function paymentOf(
  { currency, recipient }: NonNullable<CallRequest['payment']>,
  { programs: { filler }, solver, tokenProgramOf }: ConfirmContext,
): readonly Instruction[] {
  const tokenProgram = tokenProgramOf(currency);
  const terms = { amount: 1n, order: someOrder, deadline: 1n };
  const paid = { filler, solver, recipient, currency, tokenProgram, ...terms };
  const isNative = currency === solanaCodec.nativeCurrency;
  const holding = { owner: recipient, mint: currency, tokenProgram };
  return [
    setComputeUnitLimit(computeUnitLimit({ type: 'fill', currency })),
    setComputeUnitPrice(1n),
    ...(isNative ? [] : [createAssociatedToken(solver, holding)]),
    fill(paid),
  ];
}
