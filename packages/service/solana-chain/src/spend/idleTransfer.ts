import { programs } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';

/** Transfer of the system program from an account to itself: it changes nothing but the fee. */
export function idleTransfer(account: string, lamports: bigint): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, lamports, true);
  return {
    programId: programs.system,
    keys: [
      { pubkey: account, isSigner: true, isWritable: true },
      { pubkey: account, isSigner: false, isWritable: true },
    ],
    data,
  };
}
