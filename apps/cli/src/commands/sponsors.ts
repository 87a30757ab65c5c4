import { Money } from '@portage/core';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { dollars } from '../output/dollars.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
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
  const { booked, balance } = await withSettlement({ data }, io, async ({ sponsors }) => ({
    booked: await sponsors.credit({ account, microUsd, ref }),
    balance: (await sponsors.balances([account])).get(account) ?? 0n,
  }));
  const said = booked
    ? `credited ${dollars(Money.formatUsd(microUsd))} to ${account}`
    : `"${ref}" was booked before; nothing was credited`;
  output.result({ event: 'sponsor', account, booked, balanceUsd: Money.formatUsd(balance) }, [
    `${said}; the balance is ${dollars(Money.formatUsd(balance))}`,
  ]);
  return exitCodes.ok;
}

/** `portage sponsors balance` */
export async function sponsorBalance(
  { output, io }: Session,
  account: string,
  options: DataOptions,
): Promise<ExitCode> {
  const balance = await withSettlement(
    options,
    io,
    async ({ sponsors }) => (await sponsors.balances([account])).get(account) ?? 0n,
  );
  output.result({ event: 'sponsor', account, balanceUsd: Money.formatUsd(balance) }, [
    `${account}  ${dollars(Money.formatUsd(balance))}`,
  ]);
  return exitCodes.ok;
}
