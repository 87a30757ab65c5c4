import { useChains, useRequest } from '@portage/react';
import { Money, type ChainInfo, type CurrencyAmount, type RequestEntry } from '@portage/sdk';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { chainName } from '../currencies/place.js';
import { TxLink } from '../explorer/TxLink.js';
import { explainReason } from '../explain/explainEnd.js';
import { ErrorNotice } from '../explain/ErrorNotice.js';
import { microUsd, shortAmount, usd } from '../format/amounts.js';
import { dateTime, duration } from '../format/short.js';
import { Link } from '../router/Link.js';
import { useTitle } from '../ui/useTitle.js';
import { AddressText } from '../ui/AddressText.js';
import { CopyText } from '../ui/CopyText.js';
import { Notice } from '../ui/Notice.js';
import { Skeleton } from '../ui/Skeleton.js';
import { refundOf } from './refundOf.js';
import { StatusMark } from './StatusMark.js';
import { useRequestEntry } from './useHistory.js';

/** Properties of a {@link RequestPage}. */
export interface RequestPageProps {
  readonly requestId: string;
}

/** The whole story of one swap, live; a link that names none says so. */
export function RequestPage({ requestId }: RequestPageProps): ReactElement {
  return /^0x[0-9a-f]{64}$/i.test(requestId) ? <KnownRequest requestId={requestId} /> : <BadLink />;
}

function BadLink(): ReactElement {
  useTitle('Swap');
  return (
    <section className="mx-auto grid max-w-2xl gap-4">
      <h1 className="text-2xl font-semibold tracking-tight">Swap</h1>
      <Notice tone="warn" title="This link is not valid.">
        It names no swap. Check that it is complete, or find the swap under Activity.
      </Notice>
      <Link to={{ page: 'activity' }} className="text-accent hover:underline">
        Activity
      </Link>
    </section>
  );
}

function KnownRequest({ requestId }: RequestPageProps): ReactElement {
  const { data: entry, error } = useRequestEntry(requestId);
  // Nothing is pushed of an unknown swap.
  const { data: live } = useRequest(requestId, { enabled: entry !== undefined && entry !== null });
  const { data: chains } = useChains();
  useTitle('Swap');
  return (
    <section aria-labelledby="request-title" className="mx-auto max-w-2xl">
      <Link
        to={{ page: 'activity' }}
        className="mb-3 inline-flex items-center gap-1.5 text-sm text-quiet hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden /> <span>Activity</span>
      </Link>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h1 id="request-title" className="text-2xl font-semibold tracking-tight">
          Swap
        </h1>
        {entry === undefined || entry === null ? undefined : (
          <StatusMark status={live?.status ?? entry.status} />
        )}
      </div>
      {error === null || chains === undefined ? undefined : <ErrorNotice error={error} />}
      {entry === null ? (
        <Notice tone="warn" title="The service does not know this swap.">
          Look at the address of this page, or find the swap under Activity.
        </Notice>
      ) : undefined}
      {entry === undefined && error === null ? (
        <Skeleton count={1} boxStyle="h-96 rounded-3xl" />
      ) : undefined}
      {entry === undefined || entry === null ? undefined : (
        <Story entry={entry} status={live?.status ?? entry.status} chains={chains ?? []} />
      )}
    </section>
  );
}

interface StoryProps {
  readonly entry: RequestEntry;
  readonly status: string;
  readonly chains: readonly ChainInfo[];
}

function Story({ entry, status, chains }: StoryProps): ReactElement {
  const { data, id, user, recipient, createdAt } = entry;
  const { currencyIn, currencyOut } = data.metadata ?? {};
  const refund = refundOf(entry);
  const seconds = secondsTaken(data);
  return (
    <div className="grid gap-3">
      {status === 'refund' ? (
        <Notice tone="warn" title="The swap could not be made, so you were refunded.">
          {`${explainReason(data.failReason)} Nothing is left to do.`}
        </Notice>
      ) : undefined}
      {status === 'failure' ? (
        <Notice tone="bad" title="The swap failed.">
          {`${explainReason(data.failReason)} Tell the service this swap’s id.`}
        </Notice>
      ) : undefined}
      <dl className="grid gap-3.5 rounded-3xl border border-line bg-card p-5">
        {currencyIn === undefined ? undefined : (
          <Line label="Paid">{amountText(currencyIn, chains)}</Line>
        )}
        {currencyOut === undefined ? undefined : (
          <Line label={status === 'success' ? 'Received' : 'Quoted output'}>
            {amountText(currencyOut, chains, status === 'success' ? data.amountOut : undefined)}
          </Line>
        )}
        {refund === undefined ? undefined : (
          <Line label="Refunded">
            {`${Money.format(refund.amount, refund.decimals)} ${refund.symbol}`}
          </Line>
        )}
        {data.feesUsd === undefined ? undefined : (
          <Line label="Service fee">{usd(sumOf(Object.values(data.feesUsd)))}</Line>
        )}
        <Line label="From">
          <AddressText address={user} label="payer" />
        </Line>
        <Line label="To">
          <AddressText address={recipient} label="recipient" />
        </Line>
        {data.inTxs.map(({ hash, chainId }) => (
          <Line key={hash} label="Your transaction">
            <TxLink chainId={chainId} hash={hash} />
          </Line>
        ))}
        {data.outTxs.map(({ hash, chainId }) => (
          <Line
            key={hash}
            label={status === 'refund' ? 'Refund transaction' : 'Payout transaction'}
          >
            <TxLink chainId={chainId} hash={hash} />
          </Line>
        ))}
        <Line label="Started">{dateTime(createdAt)}</Line>
        {seconds === undefined ? undefined : <Line label="Time taken">{duration(seconds)}</Line>}
        <Line label="Id">
          <CopyText text={id} label="id of this swap" />
        </Line>
      </dl>
    </div>
  );
}

interface LineProps {
  readonly label: string;
  readonly children: ReactNode;
}

function Line({ label, children }: LineProps): ReactElement {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
      <dt className="text-quiet">{label}</dt>
      <dd className="ml-auto min-w-0 text-right tabular-nums">{children}</dd>
    </div>
  );
}

function amountText(
  { amountFormatted, amountUsd, currency }: CurrencyAmount,
  chains: readonly ChainInfo[],
  received?: string,
): string {
  const chain = chains.find(({ id }) => id === currency.chainId);
  const amount =
    received === undefined
      ? shortAmount(amountFormatted)
      : Money.format(BigInt(received), currency.decimals);
  const on = chain === undefined ? '' : ` on ${chainName(chain)}`;
  return `${amount} ${currency.symbol}${on} (${usd(amountUsd)})`;
}

/** Seconds from the payment to the payout, by the blocks that hold them. */
function secondsTaken({ inTxs, outTxs }: RequestEntry['data']): number | undefined {
  const [paid, done] = [inTxs[0]?.timestamp, outTxs[0]?.timestamp];
  return paid === undefined || done === undefined ? undefined : Math.max(0, done - paid);
}

/** Sum of decimal texts in USD. */
function sumOf(parts: readonly string[]): string {
  const micros = parts.reduce((sum, part) => sum + microUsd(part), 0n);
  return Money.format(micros, 6);
}
