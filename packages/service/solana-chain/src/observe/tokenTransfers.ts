import { programs } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import type { Invocation } from './readInvocation.js';

/** An instruction of a transaction, and the calls that programs made within it. */
export interface Call {
  readonly own: Invocation;
  readonly inner: readonly Invocation[];
}

/** A call as an instruction. The transaction passed, so every required signer signed. */
export function instructionOf({ own: { programId, keys, data } }: Call): Instruction {
  return {
    programId,
    data,
    keys: keys.map((pubkey) => ({ pubkey, isSigner: true, isWritable: true })),
  };
}

/** Tokens that the transfers within a call brought to an account. */
export function tokensInto({ inner }: Call, account: string | undefined): bigint {
  return inner.reduce((sum, each) => {
    const transfer = readTransfer(each);
    return transfer?.destination === account ? sum + (transfer?.amount ?? 0n) : sum;
  }, 0n);
}

/** Tokens that the transfers within a call took from an account. */
export function tokensOutOf({ inner }: Call, account: string | undefined): bigint {
  return inner.reduce((sum, each) => {
    const transfer = readTransfer(each);
    return transfer?.source === account ? sum + (transfer?.amount ?? 0n) : sum;
  }, 0n);
}

interface Transfer {
  readonly source: string | undefined;
  readonly destination: string | undefined;
  readonly amount: bigint;
}

/** `Transfer` and `TransferChecked` of the token program; undefined of any other call. */
function readTransfer({ programId, keys, data }: Invocation): Transfer | undefined {
  const [tag] = data;
  if (programId !== programs.token || data.length < 9 || (tag !== 3 && tag !== 12))
    return undefined;
  const amount = new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true);
  return { source: keys[0], destination: keys[tag === 3 ? 1 : 2], amount };
}
