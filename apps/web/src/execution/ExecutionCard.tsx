import { useChains } from '@portage/react';
import { isPortageError, Money, type CurrencyAmount, type Progress } from '@portage/sdk';
import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { CurrencyIcon } from '../currencies/CurrencyIcon.js';
import { refundOf } from '../activity/refundOf.js';
import { useRequestEntry } from '../activity/useHistory.js';
import { chainName, findPlace } from '../currencies/place.js';
import { explainReason } from '../explain/explainEnd.js';
import { ErrorNotice } from '../explain/ErrorNotice.js';
import { shortAmount, shortUnits } from '../format/amounts.js';
import { duration, shortText } from '../format/short.js';
import { useAddressText } from '../format/useAddressText.js';
import { Link } from '../router/Link.js';
import { useTitle } from '../ui/useTitle.js';
import { Button } from '../ui/Button.js';
import { Notice } from '../ui/Notice.js';
import { useExecution, type Execution } from './executionContext.js';
import type { StoredExecution } from './storedExecutions.js';
import { Timeline } from './Timeline.js';
import { timelineOf } from './timeline.js';
import { TxLink } from '../explorer/TxLink.js';

/** Properties of an {@link ExecutionCard}. */
export interface ExecutionCardProps {
  readonly stored: StoredExecution;
}

/** The swap that is under way, until it is put away. */
export function ExecutionCard({ stored }: ExecutionCardProps): ReactElement {
  const execution = useExecution();
  const { data: chains = [] } = useChains();
  const { quote } = stored;
  const { currencyIn, currencyOut } = quote.details;
  const nameOf = ({ currency: { chainId } }: CurrencyAmount): string => {
    const chain = chains.find(({ id }) => id === chainId);
    return chain === undefined ? `chain ${String(chainId)}` : chainName(chain);
  };
  const names = { origin: nameOf(currencyIn), destination: nameOf(currencyOut) };
  const addressText = useAddressText();
  const { progress } = execution;
  const title = titleOf(execution);
  // The name of the tab shows the progress to a user who waits in another one.
  useTitle(title);
  return (
    <section
      aria-labelledby="execution-title"
      className="animate-rise rounded-[1.75rem] border border-line bg-card p-5 shadow-xl shadow-indigo-950/5"
    >
      <h1 id="execution-title" className="text-lg font-semibold">
        {title}
      </h1>
      <div className="mt-4 flex items-center gap-3 rounded-2xl bg-well p-4 max-sm:flex-col max-sm:items-start max-sm:gap-1.5">
        <Side amount={currencyIn} chain={names.origin} />
        <ArrowRight
          size={18}
          aria-label="to"
          className="shrink-0 text-quiet max-sm:ml-2 max-sm:rotate-90"
        />
        <Side amount={currencyOut} chain={names.destination} received={receivedOf(progress)} />
      </div>
      <p className="mt-2 px-1 text-sm text-quiet">
        To{' '}
        <span className="font-mono">
          {shortText(addressText(stored.request.recipient ?? stored.request.user))}
        </span>
      </p>
      <div className="mt-5" aria-live="polite">
        <Timeline entries={timelineOf(quote, progress, names)} />
      </div>
      <Ending execution={execution} stored={stored} />
    </section>
  );
}

function titleOf({ progress, error, isRunning }: Execution): string {
  if (progress?.state === 'success') return 'Swap complete';
  if (progress?.state === 'refunded') return 'Swap refunded';
  if (isPortageError(error, 'WALLET_REJECTED')) return 'Swap not signed';
  if (error !== undefined) return 'Swap stopped';
  if (progress?.state === 'failed') return 'Swap failed';
  return isRunning ? 'Swapping…' : 'Swap';
}

interface SideProps {
  readonly amount: CurrencyAmount;
  readonly chain: string;
  /** Smallest units that arrived, where it is known. */
  readonly received?: string | undefined;
}

function Side({ amount, chain, received }: SideProps): ReactElement {
  const { data: chains = [] } = useChains();
  const { currency } = amount;
  const place = findPlace(chains, `${String(currency.chainId)}:${currency.address}`);
  const text =
    received === undefined
      ? shortAmount(amount.amountFormatted)
      : shortUnits(BigInt(received), currency.decimals);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      {place === undefined ? undefined : <CurrencyIcon place={place} size={34} />}
      <div className="min-w-0 leading-tight">
        <p className="font-semibold tabular-nums wrap-anywhere">{`${text} ${currency.symbol}`}</p>
        <p className="truncate text-sm text-quiet">{chain}</p>
      </div>
    </div>
  );
}

function receivedOf(progress: Progress | undefined): string | undefined {
  return progress?.state === 'success' ? progress.amountOut : undefined;
}

interface EndingProps {
  readonly execution: Execution;
  readonly stored: StoredExecution;
}

/** How it ended, or why it stopped, and what can be done. */
function Ending({ execution, stored }: EndingProps): ReactElement {
  const { progress, error, isRunning, isElsewhere, forget } = execution;
  const isOver = progress?.state === 'success' || progress?.state === 'refunded';
  const isLost = isPortageError(error, 'TRANSACTION_EXPIRED');
  return (
    <div className="grid gap-3">
      {progress?.state === 'success' ? (
        <Notice tone="good" title={arrivedText(stored, progress.amountOut)} />
      ) : undefined}
      {progress?.state === 'refunded' ? <Refund progress={progress} stored={stored} /> : undefined}
      {error === undefined || isOver ? undefined : <ErrorNotice error={error} />}
      {error === undefined || isOver ? undefined : <Retry execution={execution} error={error} />}
      {isRunning ? (
        <p className="text-center text-sm text-quiet">
          {isElsewhere
            ? 'This swap runs in another tab of this browser.'
            : isPaid(progress)
              ? 'You may close this page: the swap goes on without it.'
              : 'Keep this page open until your wallet has sent the payment. If you close this swap, decline the payment there.'}
        </p>
      ) : undefined}
      {/* It depends on nothing: whatever the swap waits for may never come. */}
      <Button size="large" tone={isOver || isLost ? 'main' : 'plain'} onClick={forget}>
        {isOver ? 'New swap' : isLost ? 'Get a new price' : 'Close'}
      </Button>
      <p className="text-center text-sm">
        <Link
          to={{ page: 'request', requestId: stored.quote.requestId }}
          className="text-accent hover:underline"
        >
          All details of this swap
        </Link>
      </p>
    </div>
  );
}

/** The exact amount that arrived, and how long it took. */
function arrivedText(
  { quote, startedAt, endedAt }: StoredExecution,
  amountOut: string | undefined,
): string {
  const { symbol, decimals } = quote.details.currencyOut.currency;
  const amount = amountOut === undefined ? '' : `${Money.format(BigInt(amountOut), decimals)} `;
  const took = endedAt === undefined ? '' : ` in ${duration((endedAt - startedAt) / 1_000)}`;
  return `${amount}${symbol} arrived${took}.`;
}

function isPaid(progress: Progress | undefined): boolean {
  return (
    progress?.steps.every(({ items }) =>
      items.every(({ state }) => state !== 'waiting' && state !== 'submitting'),
    ) ?? false
  );
}

interface RefundProps {
  readonly progress: Progress;
  readonly stored: StoredExecution;
}

function Refund({ progress, stored }: RefundProps): ReactElement {
  const { refundCurrency } = stored.quote.details;
  const { data: entry } = useRequestEntry(stored.quote.requestId);
  const refund = entry === undefined || entry === null ? undefined : refundOf(entry);
  const came =
    refund === undefined
      ? 'What you paid, less network fees,'
      : `${Money.format(refund.amount, refund.decimals)} ${refund.symbol}`;
  const { chainId } = refundCurrency.currency;
  const reason = progress.state === 'refunded' ? progress.failReason : undefined;
  return (
    <Notice tone="warn" title="The swap could not be made, so you were refunded.">
      <p>{`${explainReason(reason)} ${came} is back in your wallet. Nothing is left to do.`}</p>
      {progress.txHashes.map((hash) => (
        <TxLink key={hash} chainId={chainId} hash={hash} />
      ))}
    </Notice>
  );
}

interface RetryProps {
  readonly execution: Execution;
  readonly error: Error;
}

/**
 * Choices after an error. Nothing that may have been sent is sent again without the user's consent.
 */
function Retry({ execution, error }: RetryProps): ReactElement | null {
  if (isPortageError(error, 'SUBMISSION_UNKNOWN'))
    return (
      <div className="grid grid-cols-2 gap-2">
        <Button tone="soft" className="py-3" onClick={() => execution.again(false)}>
          Look again
        </Button>
        <Button tone="plain" className="py-3" onClick={() => execution.again(true)}>
          My wallet sent nothing: send
        </Button>
      </div>
    );
  const isFinal = finalCodes.some((code) => isPortageError(error, code));
  if (isFinal) return null;
  const isReverted = isPortageError(error, 'TRANSACTION_REVERTED');
  return (
    <Button size="large" onClick={() => execution.again(isReverted)}>
      Try again
    </Button>
  );
}

/** Errors after which the same quote is of no use, or must not be paid again. */
const finalCodes = [
  'QUOTE_VERIFICATION_FAILED',
  'QUOTE_EXPIRED',
  'TRANSACTION_EXPIRED',
  'UNKNOWN_REQUEST',
  'REQUEST_FAILED',
  'TRANSACTION_ALTERED',
  'INVALID_REQUEST',
] as const;
