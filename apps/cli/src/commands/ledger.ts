import { Money } from '@portage/sdk';
import { checkArchives } from '../archive/checkArchives.js';
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

/** Options of `portage ledger check`. */
export interface CheckOptions extends DataOptions {
  /** Folder of all archives. */
  readonly archive?: string | undefined;
}

/**
 * `portage ledger check`: every invariant of the books, by its own query; with archives, every
 * balance from the first posting.
 */
export async function checkLedger(
  { output, io }: Session,
  { archive, ...options }: CheckOptions,
): Promise<ExitCode> {
  const { violations, archived } = await withSettlement(
    options,
    io,
    async ({ ledger, archives }) => ({
      violations: await ledger.audit(),
      archived:
        archive === undefined
          ? undefined
          : await checkArchives(archives, archive, (text) => {
              output.progress(text);
            }),
    }),
  );
  for (const { invariant, rule, subject } of violations)
    output.result({ event: 'violation', invariant, rule, subject }, [
      `${invariant}  ${rule}: ${subject}`,
    ]);
  for (const fault of archived?.faults ?? [])
    output.result({ event: 'archive-fault', fault }, [`archive  ${fault}`]);
  if (archived !== undefined)
    output.result({ event: 'archives', archives: archived.archives, orders: archived.orders }, [
      `${String(archived.archives)} archives with ${archived.orders.toLocaleString('en')} orders were read.`,
    ]);
  const count = violations.length + (archived?.faults.length ?? 0);
  const holds = count === 0;
  output.result({ event: 'checked', holds, violations: count }, [
    holds ? 'Every invariant of the books holds.' : `${String(count)} do not hold.`,
  ]);
  return holds ? exitCodes.ok : exitCodes.failed;
}
