import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

/** Accounts that are listed, at most. */
const accountsMax = 1_000;

/** `portage ledger balance`: sums of each kind of accounts, or the accounts of one kind. */
export async function listBalances(
  { output, io }: Session,
  account: string | undefined,
  options: DataOptions,
): Promise<ExitCode> {
  const balances = await withSettlement(options, io, ({ ledger }) =>
    account === undefined ? ledger.sums() : ledger.balances(account, accountsMax),
  );
  if (balances.length === 0 && !output.json) output.result({}, ['Nothing is booked there.']);
  for (const { asset, balance, accounts, ...one } of balances)
    output.result(
      { event: 'balance', account: one.account, asset, balance: balance.toString(), accounts },
      [`${asset}  ${one.account}  ${balance.toString()}`],
    );
  if (balances.length === accountsMax)
    output.result({ event: 'cut', accounts: accountsMax }, [
      `Only the first ${String(accountsMax)} accounts are listed.`,
    ]);
  return exitCodes.ok;
}

/** `portage ledger check`: every invariant of the books, by its own query. */
export async function checkLedger(
  { output, io }: Session,
  options: DataOptions,
): Promise<ExitCode> {
  const violations = await withSettlement(options, io, ({ ledger }) => ledger.audit());
  for (const { invariant, rule, subject } of violations)
    output.result({ event: 'violation', invariant, rule, subject }, [
      `${invariant}  ${rule}: ${subject}`,
    ]);
  const holds = violations.length === 0;
  output.result({ event: 'checked', holds, violations: violations.length }, [
    holds ? 'Every invariant of the books holds.' : `${String(violations.length)} do not hold.`,
  ]);
  return holds ? exitCodes.ok : exitCodes.failed;
}
