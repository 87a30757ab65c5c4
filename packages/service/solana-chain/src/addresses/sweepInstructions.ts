import { solanaCodec } from '@portage/solana/codec';
import { closeTokenAccount, deposit, type DepositoryAddresses } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import type { SweepTerms } from './sweepCall.js';

/** Depository that a sweep pays into, the address that it empties, and who gets rents. */
export interface SweepPlace {
  readonly depository: string;
  readonly addresses: DepositoryAddresses;
  /** The deposit address, which signs. */
  readonly address: string;
  readonly solver: string;
  readonly tokenProgramOf: TokenProgramOf;
}

/**
 * Instructions of a sweep: a deposit of each amount in the name of the depositor, and the end of
 * each token account, whose rent goes to the solver. An account must hold exactly what is named:
 * where more of a token has arrived its account cannot be closed, and where a little more SOL has,
 * an account would be left that is below its rent. Then the whole transaction fails, and the next
 * look at the address names the new amounts.
 */
export function sweepInstructions(
  { owner, amounts }: SweepTerms,
  { depository, addresses, address, solver, tokenProgramOf }: SweepPlace,
): readonly Instruction[] {
  const { orderId: id, depositor } = owner;
  return amounts.flatMap(({ currency, amount }) => {
    const tokenProgram = tokenProgramOf(currency);
    const paid = { depository, sender: address, depositor, currency, tokenProgram, amount, id };
    const moved = deposit(paid, addresses);
    if (currency === solanaCodec.nativeCurrency) return [moved];
    const holding = { owner: address, mint: currency, tokenProgram };
    return [moved, closeTokenAccount({ ...holding, rentTo: solver })];
  });
}
