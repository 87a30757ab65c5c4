import type { AccountState } from './createBank.js';
import { openBlock, tipOf, type Block, type Commitment, type LedgerState } from './ledgerState.js';

/** Account at the tip of a commitment: its state before the first newer block that changed it. */
export function accountAt(
  state: LedgerState,
  address: string,
  commitment: Commitment,
): AccountState | undefined {
  const newer = newerBlocks(state, commitment).find(({ before }) => before.has(address));
  return newer === undefined ? state.bank.account(address) : newer.before.get(address);
}

/** Accounts of a program at the tip of a commitment. */
export function programAccountsAt(
  state: LedgerState,
  program: string,
  commitment: Commitment,
): readonly (readonly [string, AccountState])[] {
  const accounts = new Map(state.bank.programAccounts(program));
  for (const { before } of newerBlocks(state, commitment).toReversed()) {
    for (const [address, account] of before) {
      if (account?.owner === program) accounts.set(address, account);
      else accounts.delete(address);
    }
  }
  return [...accounts];
}

function newerBlocks(state: LedgerState, commitment: Commitment): readonly Block[] {
  const { height } = tipOf(state, commitment);
  const last = openBlock(state).height;
  return last === height ? [] : state.blocks.slice(height - last);
}
