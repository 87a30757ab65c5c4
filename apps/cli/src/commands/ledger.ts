import { Money } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { dollars } from '../output/dollars.js';
import { openNames, type BookedCurrency, type Names } from '../transfer/names.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

/** Accounts that are listed, at most. */
const accountsMax = 1_000;

/** `portage ledger balance`: sums of each kind of accounts, or the accounts of one kind. */
export async function listBalances(
  session: Session,
  account: string | undefined,
  options: DataOptions,
): Promise<ExitCode> {
  const { output, io } = session;
  const balances = await withSettlement(options, io, ({ ledger }) =>
    account === undefined ? ledger.sums() : ledger.balances(account, accountsMax),
  );
  const names = await openNames(session);
  if (balances.length === 0 && !output.json) output.result({}, ['Nothing is booked there.']);
  for (const { asset, balance, accounts, ...one } of balances)
    output.result(
      { event: 'balance', account: one.account, asset, balance: balance.toString(), accounts },
      [`${placeOf(asset, names)}  ${one.account}  ${amountOf(asset, balance, names)}`],
    );
  if (balances.length === accountsMax)
    output.result({ event: 'cut', accounts: accountsMax }, [
      `Only the first ${String(accountsMax)} accounts are listed.`,
    ]);
  return exitCodes.ok;
}

/** Chain and currency of an asset of the books; undefined of USD. */
function bookedOf(asset: string): BookedCurrency | undefined {
  const [, chainId, currency] = /^(\d+):(.+)$/.exec(asset) ?? [];
  return currency === undefined ? undefined : { chainId: Number(chainId), currency };
}

/** An asset for people, as `USDC@base`; as it is booked where the service does not list it. */
function placeOf(asset: string, names: Names): string {
  const booked = bookedOf(asset);
  if (booked === undefined || names.currency(booked) === booked.currency) return asset;
  return `${names.currency(booked)}@${names.chain(booked.chainId)}`;
}

/** USD are booked in millionths. */
function amountOf(asset: string, amount: bigint, names: Names): string {
  const booked = bookedOf(asset);
  if (booked !== undefined) return names.amount(booked, amount);
  return asset === 'usd' ? dollars(Money.formatUsd(amount)) : String(amount);
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
