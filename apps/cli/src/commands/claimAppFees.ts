import { claimAppFees as claimBy, Money, type ChainInfo, type ClaimProgress } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { AccountOptions } from '../options.js';
import type { Session } from '../session.js';
import { readOwner } from '../transfer/readOwner.js';
import { openSigner, readAmount } from '../transfer/readTransfer.js';
import { usageError } from '../usageError.js';

/** Options of `portage app-fees claim`. */
export interface ClaimCommandOptions extends AccountOptions {
  readonly from: string;
  /** Amount in whole units; all that can be claimed by default. */
  readonly amount?: string;
  /** Account that is paid; the wallet by default. */
  readonly to?: string;
}

/** `portage app-fees claim`: pays what a wallet earned, by the signature of its owner. */
export async function claimAppFees(
  session: Session,
  { from, amount, to, ...account }: ClaimCommandOptions,
): Promise<ExitCode> {
  const { portage, output, devnet, io } = session;
  const { keyOf, chains, chain, currency } = await readOwner(session, account, from);
  const home = homeOf(chains);
  const signer = await openSigner(keyOf, home);
  const wallet = signer.address;
  const recipient = to ?? (chain.vmType === home.vmType ? wallet : undefined);
  if (recipient === undefined)
    throw usageError(`Who is paid? Give --to ADDRESS, an account of ${chain.name}.`);
  const { claimId, status } = await claimBy(
    portage.client,
    {
      wallet,
      recipient,
      chainId: chain.id,
      currency: currency.address,
      amount: amount === undefined ? undefined : readAmount(amount, currency.decimals),
    },
    {
      executor: signer.createExecutor(chains, devnet),
      signal: io.signal,
      onProgress: (progress) => {
        show(session, progress);
      },
    },
  );
  const isPaid = status.status === 'success';
  const paid =
    status.amountOut === undefined ? '' : Money.format(BigInt(status.amountOut), currency.decimals);
  output.result({ event: 'claim', claimId, ...status }, [
    isPaid
      ? `${paid} ${currency.symbol} paid to ${recipient} by ${status.txHashes.join(', ')}.`
      : `Not paid: ${status.failReason}. The fees are the wallet's to claim again.`,
  ]);
  return isPaid ? exitCodes.ok : exitCodes.failed;
}

/** Chain on which apps have their accounts: the first one of the service. */
function homeOf([first]: readonly ChainInfo[]): ChainInfo {
  if (first === undefined) throw usageError('The service has no chain.');
  return first;
}

function show({ output }: Session, progress: ClaimProgress): void {
  if (output.json) output.result({ event: 'progress', progress }, []);
  else
    output.progress(
      progress.stage === 'status' ? `status: ${progress.status.status}` : progress.stage,
    );
}
