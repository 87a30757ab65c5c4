import type { AccountState } from './createBank.js';
import { readMint, readTokenAccount } from './tokenAccounts.js';

/** Balance of a token account among the accounts of a transaction. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly program: string;
  readonly amount: bigint;
  readonly decimals: number;
}

/** Token balances of a transaction's accounts. */
export function tokenBalances(
  states: readonly (AccountState | undefined)[],
  account: (address: string) => AccountState | undefined,
): readonly TokenBalance[] {
  return states.flatMap((state, accountIndex) => {
    const token = readTokenAccount(state);
    if (state === undefined || token === undefined) return [];
    return [
      {
        accountIndex,
        mint: token.mint,
        owner: token.owner,
        program: state.owner,
        amount: token.amount,
        decimals: readMint(account(token.mint))?.decimals ?? 0,
      },
    ];
  });
}
