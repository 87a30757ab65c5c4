import type { SwapCall } from '@portage/core/chain';
import { bytesToHex } from '@portage/core';
import {
  instructionCall,
  readInstructionCall,
  type Instruction,
} from '@portage/solana/transaction';

/** First byte of the data, which no call of pools begins with. */
const kind = '0x02';

/** Input of the swap that a call makes. */
export interface VenueInput {
  readonly tokenIn: string;
  /** Smallest units. */
  readonly amountIn: bigint;
}

/** A call that is an instruction of a venue. */
export function venueCall(
  { programId, keys, data }: Instruction,
  { tokenIn, amountIn }: VenueInput,
): SwapCall {
  const written = instructionCall({ programId, keys: [...keys], data: bytesToHex(data).slice(2) });
  const called = `${kind}${written.data.slice(2)}`;
  return { to: programId, value: 0n, data: called, token: tokenIn, allowance: amountIn };
}

/** Whether a call is an instruction of a venue. */
export function isVenueCall({ data }: SwapCall): boolean {
  return data.startsWith(kind);
}

/** Reads what {@link venueCall} wrote. @throws PortageError `INVALID_EXTRA_TXS` */
export function readVenueCall({ to, value, data }: SwapCall): Instruction {
  return readInstructionCall({ to, value, data: `0x${data.slice(kind.length)}` });
}
