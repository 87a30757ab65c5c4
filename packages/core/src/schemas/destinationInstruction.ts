import { z } from 'zod';

const addressSchema = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a Solana address in base58');

/** One instruction on the destination chain, as steps of Solana write theirs. */
export const destinationInstructionSchema = z.object({
  programId: addressSchema,
  keys: z
    .array(z.object({ pubkey: addressSchema, isSigner: z.boolean(), isWritable: z.boolean() }))
    .max(64),
  data: z
    .string()
    .max(2_464)
    .regex(/^(?:[0-9a-fA-F]{2})*$/, 'must be whole bytes as hex digits without 0x'),
});

/** One instruction on the destination chain, as steps of Solana write theirs. */
export interface DestinationInstruction {
  /** Program that is called. */
  programId: string;
  /** Accounts that it gets, in its order. None of them may sign. */
  keys: { pubkey: string; isSigner: boolean; isWritable: boolean }[];
  /** Bytes for the program: hex without `0x`. */
  data: string;
}
