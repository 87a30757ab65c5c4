import { solanaCodec } from '../codec.js';
import { concatBytes } from '../transaction/bytes.js';
import type { Instruction } from '../transaction/instruction.js';
import { depositoryAddresses } from './depositoryAddresses.js';
import { defineLayout, field } from './layout.js';

/**
 * What owner and guardian can do. The owner names owners (who must accept), guardians and
 * allocators (who wait 48 hours), removes the allocator at once and ends pauses; the guardian
 * pauses, withdrawals for 72 hours at most.
 */
export type GovernAction =
  | {
      readonly type: 'transfer_ownership' | 'set_guardian' | 'propose_allocator';
      readonly named: string;
    }
  | { readonly type: 'pause_withdrawals'; readonly seconds: bigint }
  | {
      readonly type:
        | 'accept_ownership'
        | 'apply_allocator'
        | 'kill_allocator'
        | 'pause_deposits'
        | 'unpause_deposits'
        | 'unpause_withdrawals';
    };

/**
 * The instruction of one such action.
 *
 * @param options.signer - owner, pending owner or guardian, as the action needs
 * @example
 * ```ts
 * governDepository({ depository, signer: guardian, action: { type: 'pause_deposits' } });
 * ```
 */
export function governDepository(options: {
  readonly depository: string;
  readonly signer: string;
  readonly action: GovernAction;
}): Instruction {
  const { depository, signer, action } = options;
  return {
    programId: depository,
    keys: [
      { pubkey: depositoryAddresses(depository).config, isSigner: false, isWritable: true },
      { pubkey: signer, isSigner: true, isWritable: false },
    ],
    data: concatBytes([
      defineLayout(`global:${action.type}`, {}).discriminator,
      argumentOf(action),
    ]),
  };
}

function argumentOf(action: GovernAction): Uint8Array {
  if ('named' in action) return solanaCodec.encodeAddress(action.named);
  return 'seconds' in action ? field.u64.write(action.seconds) : new Uint8Array();
}
