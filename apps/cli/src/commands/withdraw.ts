import {
  Money,
  withdraw as withdrawBy,
  type EndedWithdrawal,
  type WithdrawalProgress,
} from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { AccountOptions } from '../options.js';
import type { Session } from '../session.js';
import { readOwner } from '../transfer/readOwner.js';
import { openSigner } from '../transfer/readTransfer.js';

/** Options of `portage withdraw`. */
export interface WithdrawCommandOptions extends AccountOptions {
  /** Amount in whole units. */
  readonly amount: string;
  readonly from: string;
  /** Account that is paid; the owner by default. */
  readonly to?: string;
  /** Most that gas may take of the amount, in whole units; a tenth of it by default. */
  readonly maxFee?: string;
}

/** `portage withdraw`: takes money out that no order takes. */
export async function withdraw(
  session: Session,
  { amount, from, to, maxFee, ...account }: WithdrawCommandOptions,
): Promise<ExitCode> {
  const { portage, output, devnet, io } = session;
  const { keyOf, chains, chain, currency } = await readOwner(session, account, from);
  const signer = await openSigner(keyOf, chain);
  const chainId = chain.protocol.v2.chainId;
  const { jobId, status } = await withdrawBy(
    portage.client,
    {
      chainId,
      ownerChainId: chainId,
      currency: currency.address,
      amount: Money.parse(amount, currency.decimals).toString(),
      owner: signer.address,
      recipient: to ?? signer.address,
    },
    {
      executor: signer.createExecutor(chains, devnet),
      maxFee: maxFee === undefined ? undefined : Money.parse(maxFee, currency.decimals),
      signal: io.signal,
      onProgress: (progress) => {
        show(session, progress);
      },
    },
  );
  const isPaid = status.status === 'executed';
  const event = { event: 'withdrawal', jobId, ...status };
  output.result(event, [describeWithdrawal(status, currency)]);
  return isPaid ? exitCodes.ok : exitCodes.failed;
}

/** Currency that amounts are written in. */
export interface WrittenCurrency {
  readonly decimals: number;
  readonly symbol: string;
}

/** Sentence on how a withdrawal ended: what was paid of it, and what is its owner's again. */
export function describeWithdrawal(
  { status, txHash, reason, withdrawal }: EndedWithdrawal['status'],
  { decimals, symbol }: WrittenCurrency,
): string {
  if (status === 'executed') return `Paid by ${txHash ?? ''}.`;
  const amountOf = (name: string): bigint => {
    const amount = withdrawal?.[name];
    return typeof amount === 'string' ? BigInt(amount) : 0n;
  };
  const [paid, back] = [amountOf('paidAmount'), amountOf('returnedAmount')];
  const written = (amount: bigint): string => `${Money.format(amount, decimals)} ${symbol}`;
  return paid === 0n
    ? `Not paid (${status}): ${reason ?? ''}. The money is yours to withdraw again.`
    : `Paid ${written(paid)}. Not paid (${status}): ${reason ?? ''}; ${written(back)} are yours to withdraw again.`;
}

function show({ output }: Session, progress: WithdrawalProgress): void {
  if (output.json) output.result({ event: 'progress', progress }, []);
  else
    output.progress(
      progress.stage === 'status' ? `status: ${progress.status.status}` : progress.stage,
    );
}
