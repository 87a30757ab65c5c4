import { associatedTokenAddress, programs } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { venueFault } from './venueFault.js';

/** Bounds of what venues may write. */
export interface VenueRules {
  /** Programs whose instructions are carried out. */
  readonly programs: ReadonlySet<string>;
  /** Account that signs for the venue, and owns nothing but what is swapped. */
  readonly key: string;
  /** Accounts of the service, the key and its accounts among them. */
  readonly guarded: ReadonlySet<string>;
}

/** The two mints of a swap. */
export interface VenueMints {
  readonly tokenIn: string;
  readonly tokenOut: string;
}

/** Bytes of an instruction's data, at most; the transaction has 1,232. */
const dataBytesMax = 600;

/** The key's accounts of the two mints. */
export function keyAccounts(key: string, { tokenIn, tokenOut }: VenueMints): readonly string[] {
  return [tokenIn, tokenOut].map((mint) =>
    associatedTokenAddress({ owner: key, mint, tokenProgram: programs.token }),
  );
}

/**
 * Refuses an instruction of a venue that could use more than what is swapped. Its program must be
 * on the list; the swap key alone signs; and of the accounts of the service it names the key and
 * the key's accounts of the two mints, and no other in any role. Pure.
 *
 * @throws PortageError `INVALID_RESPONSE`
 */
export function judgeInstruction(
  { programId, keys, data }: Instruction,
  { programs: allowed, key, guarded }: VenueRules,
  mints: VenueMints,
): void {
  const foreseen = [key, ...keyAccounts(key, mints)];
  if (!allowed.has(programId)) throw venueFault(`calls ${programId}, which is not on the list`);
  if (guarded.has(programId)) throw venueFault('calls a program of the service');
  if (data.length > dataBytesMax) throw venueFault('has too many bytes of data');
  for (const { pubkey, isSigner } of keys) {
    if (isSigner && pubkey !== key) throw venueFault(`has ${pubkey} sign`);
    if (guarded.has(pubkey) && !foreseen.includes(pubkey))
      throw venueFault(`names ${pubkey}, an account of the service`);
  }
  // Programs within name the key again, without a signature: powers are those of the whole.
  if (!keys.some(({ pubkey, isSigner }) => isSigner && pubkey === key))
    throw venueFault('does not have the swap key sign');
  for (const account of foreseen)
    if (!keys.some(({ pubkey }) => pubkey === account))
      throw venueFault(`does not name ${account}, which gives, gets or signs`);
}
