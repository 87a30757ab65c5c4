import { getAppFeeClaims, Money, type AppFeeClaim, type ChainInfo } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { Session } from '../session.js';
import { currenciesOf } from '../transfer/currencies.js';

/** `portage app-fees claims`: lists the claims of a wallet, newest first. */
export async function appFeeClaims(
  { portage, output, io }: Session,
  wallet: string,
): Promise<ExitCode> {
  const chains = await portage.getChains({ signal: io.signal });
  let continuation: string | undefined;
  let count = 0;
  do {
    const page = await getAppFeeClaims(portage.client, wallet, {
      limit: 50,
      continuation,
      signal: io.signal,
    });
    for (const claim of page.claims)
      output.result({ event: 'app-fee-claim', ...claim }, [lineOf(claim, chains)]);
    count += page.claims.length;
    continuation = page.continuation;
  } while (continuation !== undefined);
  if (count === 0 && !output.json) output.result({}, ['This wallet has claimed nothing.']);
  return exitCodes.ok;
}

function lineOf(claim: AppFeeClaim, chains: readonly ChainInfo[]): string {
  const chain = chains.find(({ id }) => id === claim.chainId);
  const currency =
    chain === undefined
      ? undefined
      : currenciesOf(chain).find(({ address }) => address === claim.currency);
  const amount =
    currency === undefined
      ? `${claim.amount} of ${claim.currency}`
      : `${Money.format(BigInt(claim.amount), currency.decimals)} ${currency.symbol}`;
  const place = chain?.name ?? String(claim.chainId);
  return `${claim.createdAt}  ${claim.status}  ${amount} on ${place} to ${claim.recipient}  ${claim.txHash ?? ''}`.trimEnd();
}
