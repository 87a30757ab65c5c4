import { programs } from '../wire/programs.js';
import type { Instruction } from '../wire/encodeTransaction.js';

/** Moves lamports between accounts of the system program. */
export function transferLamports(from: string, to: string, lamports: bigint): Instruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(lamports, 4);
  return {
    program: programs.system,
    accounts: [
      { address: from, signer: true, writable: true },
      { address: to, writable: true },
    ],
    data,
  };
}

/** Creates the token account of an owner, unless it exists. */
export function createTokenAccount(
  payer: string,
  account: string,
  owner: string,
  mint: string,
): Instruction {
  return {
    program: programs.associatedToken,
    accounts: [
      { address: payer, signer: true, writable: true },
      { address: account, writable: true },
      { address: owner },
      { address: mint },
      { address: programs.system },
      { address: programs.token },
    ],
    data: Uint8Array.of(1),
  };
}

/** Mints tokens. */
export function mintTo(
  mint: string,
  account: string,
  authority: string,
  amount: bigint,
): Instruction {
  const data = Buffer.alloc(9);
  data.writeUInt8(7, 0);
  data.writeBigUInt64LE(amount, 1);
  return {
    program: programs.token,
    accounts: [
      { address: mint, writable: true },
      { address: account, writable: true },
      { address: authority, signer: true },
    ],
    data,
  };
}

/** Sets the compute unit limit of a transaction. */
export function setUnitLimit(units: number): Instruction {
  const data = Buffer.alloc(5);
  data.writeUInt8(2, 0);
  data.writeUInt32LE(units, 1);
  return { program: programs.computeBudget, accounts: [], data };
}
