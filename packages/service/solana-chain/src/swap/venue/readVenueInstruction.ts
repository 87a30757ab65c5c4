import { solanaCodec } from '@portage/solana/codec';
import { programs } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { z } from 'zod';
import { keyAccounts, type VenueMints } from './judgeInstruction.js';
import { venueFault } from './venueFault.js';

const addressSchema = z
  .string()
  .max(44)
  .refine((text) => {
    try {
      return solanaCodec.normalizeAddress(text) === text;
    } catch {
      return false;
    }
  });
const instructionSchema = z.object({
  programId: addressSchema,
  accounts: z
    .array(z.object({ pubkey: addressSchema, isSigner: z.boolean(), isWritable: z.boolean() }))
    .max(64),
  data: z.base64().max(2_000),
});
/** Members that must be empty, or left out. */
const noneSchema = z.null().optional();

/** `SwapInstructionsResponse` of `@jup-ag/api` 6.0.48. */
const answerSchema = z.object({
  tokenLedgerInstruction: z.unknown().optional(),
  otherInstructions: z.array(z.unknown()).max(16).nullish(),
  // Limit and price of compute units are ours, whatever the venue proposes.
  computeBudgetInstructions: z.unknown().optional(),
  setupInstructions: z.array(instructionSchema).max(8),
  swapInstruction: instructionSchema,
  cleanupInstruction: z.unknown().optional(),
  addressLookupTableAddresses: z.array(z.unknown()).max(64).nullish(),
});

/**
 * The one instruction of a venue's answer. Openings of the key's accounts are left out, as they are
 * open; an answer that needs any other instruction beside, or a lookup table, is refused by name.
 * The instruction itself is judged apart.
 *
 * @throws PortageError `INVALID_RESPONSE`
 */
export function readVenueInstruction(answer: unknown, key: string, mints: VenueMints): Instruction {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success)
    throw venueFault(`is no swap instruction: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  const { data } = parsed;
  if ((data.addressLookupTableAddresses ?? []).length > 0)
    throw venueFault('needs lookup tables, which are not used');
  if ((data.otherInstructions ?? []).length > 0) throw venueFault('has other instructions');
  for (const member of ['cleanupInstruction', 'tokenLedgerInstruction'] as const)
    if (!noneSchema.safeParse(data[member]).success) throw venueFault(`has a ${member}`);
  for (const setup of data.setupInstructions)
    if (!opensOwn(instructionOf(setup), key, mints))
      throw venueFault('sets up more than the accounts of the swap');
  return instructionOf(data.swapInstruction);
}

/** Whether an instruction opens an account of the key for a mint of the swap. */
function opensOwn({ programId, keys, data }: Instruction, key: string, mints: VenueMints): boolean {
  const [, account, owner] = keys;
  return (
    programId === programs.associatedToken &&
    data.length <= 1 &&
    owner?.pubkey === key &&
    keyAccounts(key, mints).includes(account?.pubkey ?? '')
  );
}

function instructionOf({
  programId,
  accounts,
  data,
}: z.output<typeof instructionSchema>): Instruction {
  return { programId, keys: accounts, data: Uint8Array.from(Buffer.from(data, 'base64')) };
}
