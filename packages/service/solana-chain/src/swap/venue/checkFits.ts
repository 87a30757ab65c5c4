import { createAssociatedToken, fill, keyedSwap, programs } from '@portage/solana/program';
import { solanaCodec } from '@portage/solana/codec';
import {
  checkTransactionSize,
  setComputeUnitLimit,
  setComputeUnitPrice,
  type Instruction,
} from '@portage/solana/transaction';
import type { VenueMints } from './judgeInstruction.js';

/** Parties of a payment with a venue's instruction. */
export interface FitContext {
  readonly solver: string;
  readonly key: string;
  readonly mints: VenueMints;
}

/** Any address, order and program take the same room. */
const someAddress = solanaCodec.decodeAddress(new Uint8Array(32).fill(7));
const someFiller = solanaCodec.decodeAddress(new Uint8Array(32).fill(9));
const someOrder = `0x${'01'.repeat(32)}`;

/**
 * Refuses an instruction of a venue that does not fit the payment of a token to a recipient whose
 * account it opens.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function checkFits(instruction: Instruction, { solver, key, mints }: FitContext): void {
  const { tokenIn: currencyIn, tokenOut: currency } = mints;
  const holding = { owner: someAddress, mint: currency, tokenProgram: programs.token };
  const swap = { owner: solver, key, currencyIn, currencyOut: currency, amount: 1n, least: 1n };
  checkTransactionSize(solver, [
    setComputeUnitLimit(1),
    setComputeUnitPrice(1n),
    createAssociatedToken(solver, holding),
    ...keyedSwap({ ...swap, instruction }),
    fill({
      filler: someFiller,
      solver,
      recipient: someAddress,
      currency,
      amount: 1n,
      order: someOrder,
      deadline: 1n,
    }),
  ]);
}
