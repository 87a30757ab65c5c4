import { encodeAddress } from '../transaction/address.js';
import { concatBytes } from '../transaction/bytes.js';
import type { Instruction } from '../transaction/instruction.js';
import { depositoryAddresses } from './depositoryAddresses.js';
import { defineLayout, field } from './layout.js';
import { outflowLimitAddress, type LimitTerms } from './outflowLimit.js';

/**
 * Action of the owner or the guardian. The owner names owners (who must accept), guardians and
 * allocators (who wait 48 hours), removes the allocator at once, ends pauses, and proposes limits,
 * which it may apply after 48 hours; the guardian lowers limits at once and pauses, withdrawals for
 * 72 hours at most.
 */
export type GovernAction =
  | {
      readonly type: 'transfer_ownership' | 'set_guardian' | 'propose_allocator';
      readonly named: string;
    }
  | { readonly type: 'pause_withdrawals'; readonly seconds: bigint }
  | (LimitTerms & {
      readonly type: 'propose_limit' | 'lower_limit';
      /** A mint, or the system program's address for SOL. */
      readonly token: string;
    })
  | { readonly type: 'apply_limit'; readonly token: string }
  | {
      readonly type:
        | 'accept_ownership'
        | 'apply_allocator'
        | 'kill_allocator'
        | 'pause_deposits'
        | 'unpause_deposits'
        | 'unpause_withdrawals';
    };

const limitKey = { isSigner: false, isWritable: true } as const;

/** An action on a depository, and its signer. */
export interface GovernOptions {
  readonly depository: string;
  /** Owner, pending owner or guardian, as the action needs. */
  readonly signer: string;
  readonly action: GovernAction;
}

/**
 * Instruction of one governing action.
 *
 * @example
 * ```ts
 * governDepository({ depository, signer: guardian, action: { type: 'pause_deposits' } });
 * ```
 */
export function governDepository({ depository, signer, action }: GovernOptions): Instruction {
  return {
    programId: depository,
    keys: [
      { pubkey: depositoryAddresses(depository).config, isSigner: false, isWritable: true },
      { pubkey: signer, isSigner: true, isWritable: false },
      ...('token' in action
        ? [{ pubkey: outflowLimitAddress({ depository, token: action.token }), ...limitKey }]
        : []),
    ],
    data: concatBytes([
      defineLayout(`global:${action.type}`, {}).discriminator,
      argumentOf(action),
    ]),
  };
}

function argumentOf(action: GovernAction): Uint8Array {
  if ('named' in action) return encodeAddress(action.named);
  if ('capacity' in action)
    return concatBytes([field.u64.write(action.capacity), field.u64.write(action.window)]);
  return 'seconds' in action ? field.u64.write(action.seconds) : new Uint8Array();
}
