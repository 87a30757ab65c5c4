import { Money } from '@portage/core';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withServiceDatabase, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

const usdDecimals = 6;

/** Credit as typed on the command line. */
export interface CreditOptions extends DataOptions {
  readonly ref: string;
}

/**
 * `portage sponsors credit`: a reference is booked once, however often the command runs with it.
 */
export async function creditSponsor(
  { output, io }: Session,
  account: string,
  usd: string,
  { ref, data }: CreditOptions,
): Promise<ExitCode> {
  const microUsd = Money.parse(usd, usdDecimals);
  const { createLedger, readSponsors, sponsorCreditEntry } = await import('@portage/settlement');
  const { booked, balance } = await withServiceDatabase({ data }, io, async (database) => {
    const ledger = createLedger(database);
    const added = await database.transaction((tx) =>
      ledger.book(tx, [sponsorCreditEntry({ account, microUsd, ref })]),
    );
    return {
      booked: added.length > 0,
      balance: (await readSponsors(database, [account])).get(account) ?? 0n,
    };
  });
  const said = booked
    ? `credited ${Money.formatUsd(microUsd)} USD to ${account}`
    : `"${ref}" was booked before; nothing was credited`;
  output.result({ event: 'sponsor', account, booked, balanceUsd: Money.formatUsd(balance) }, [
    `${said}; the balance is ${Money.formatUsd(balance)} USD`,
  ]);
  return exitCodes.ok;
}

/** `portage sponsors balance` */
export async function sponsorBalance(
  { output, io }: Session,
  account: string,
  options: DataOptions,
): Promise<ExitCode> {
  const { readSponsors } = await import('@portage/settlement');
  const balance = await withServiceDatabase(
    options,
    io,
    async (database) => (await readSponsors(database, [account])).get(account) ?? 0n,
  );
  output.result({ event: 'sponsor', account, balanceUsd: Money.formatUsd(balance) }, [
    `${account}  ${Money.formatUsd(balance)} USD`,
  ]);
  return exitCodes.ok;
}
