import { type PortageError, requestFault } from '@portage/core';
import { checkTransactionSize, type Instruction } from '@portage/solana/transaction';

/** Instructions of one payment that a caller may add, at most. */
export const instructionsMax = 8;
/** Different accounts that they may name, programs included, at most. */
export const accountsMax = 32;

/**
 * Programs of the cluster's own end in ones, as no wallet's key does. They verify signatures for
 * a fee of the payer, set the price of the transaction, or act for signers, of which callers have
 * none.
 */
const clusterProgram = /1{10}$/;

/** Circumstances that instructions are checked with. */
export interface InstructionRules {
  /** Accounts of the service. */
  readonly guarded: ReadonlySet<string>;
  /** Account that pays the fees of the transaction. */
  readonly feePayer: string;
  /** Instructions of the payment that they go with. */
  readonly payment: readonly Instruction[];
}

/**
 * Refuses instructions of a caller that could use what the solver signs. Powers belong to accounts
 * of the whole transaction: an instruction that names the solver has its signature, and one that
 * names an account that the payment writes may have it written. So accounts of the service are
 * refused in every role, and no account may be a signer. Pure.
 *
 * @throws PortageError `INVALID_EXTRA_TXS`, `SOLANA_TX_TOO_LARGE`
 */
export function checkInstructions(
  instructions: readonly Instruction[],
  { guarded, feePayer, payment }: InstructionRules,
): void {
  if (instructions.length > instructionsMax)
    throw refuse('txs', `are more than ${String(instructionsMax)} instructions`);
  instructions.forEach(({ programId, keys }, index) => {
    const path = `txs.${String(index)}`;
    if (guarded.has(programId))
      throw refuse(`${path}.programId`, 'is a program or an account of the service');
    if (clusterProgram.test(programId))
      throw refuse(`${path}.programId`, 'is a program of the cluster itself, which is not called');
    keys.forEach(({ pubkey, isSigner }, place) => {
      const member = `${path}.keys.${String(place)}`;
      if (guarded.has(pubkey))
        throw refuse(`${member}.pubkey`, 'is an account or a program of the service');
      if (isSigner)
        throw refuse(`${member}.isSigner`, 'is true, and nobody but the solver signs the payment');
    });
  });
  const named = instructions.flatMap(({ programId, keys }) => [
    programId,
    ...keys.map(({ pubkey }) => pubkey),
  ]);
  if (new Set(named).size > accountsMax)
    throw refuse('txs', `name more than ${String(accountsMax)} accounts`);
  checkTransactionSize(feePayer, [...payment, ...instructions]);
}

function refuse(path: string, fault: string): PortageError {
  return requestFault(path, fault, {
    code: 'INVALID_EXTRA_TXS',
    message: `${path} ${fault}.`,
    hint: 'Instructions name programs of others, accounts of others, and no signer.',
  });
}
