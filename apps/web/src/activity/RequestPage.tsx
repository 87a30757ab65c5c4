import { useChains, useRequest } from '@portage/react';
import { Money, type ChainInfo, type CurrencyAmount, type RequestEntry } from '@portage/sdk';
import { ArrowLeft } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { chainName } from '../currencies/place.js';
import { TxLink } from '../execution/TxLink.js';
import { explainReason } from '../explain/explainEnd.js';
import { ErrorNotice } from '../explain/ErrorNotice.js';
import { microUsd, shortAmount, shortUnits, usd } from '../format/amounts.js';
import { dateTime } from '../format/short.js';
import { Link } from '../router/Link.js';
import { useTitle } from '../shell/useTitle.js';
import { CopyText } from '../ui/CopyText.js';
import { Notice } from '../ui/Notice.js';
import { Skeleton } from '../ui/Skeleton.js';
import { StatusMark } from './StatusMark.js';
import { useRequestEntry } from './useHistory.js';

/** Properties of a {@link RequestPage}. */
export interface RequestPageProps {
  readonly requestId: string;
}

/** The whole story of one swap, live. */
export function RequestPage({ requestId }: RequestPageProps): ReactElement {
  const { data: entry, error } = useRequestEntry(requestId);
  const { data: live } = useRequest(requestId);
  const { data: chains = [] } = useChains();
  useTitle('Swap');
  return (
    <section aria-labelledby="request-title" className="mx-auto max-w-2xl">
      <Link
        to={{ page: 'activity' }}
        className="mb-3 inline-flex items-center gap-1.5 text-sm text-quiet hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden /> Activity
      </Link>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h1 id="request-title" className="text-2xl font-semibold tracking-tight">
          Swap
        </h1>
        {entry === undefined || entry === null ? undefined : (
          <StatusMark status={live?.status ?? entry.status} />
        )}
      </div>
      {error === null ? undefined : <ErrorNotice error={error} />}
      {entry === null ? (
        <Notice tone="warn" title="The service does not know this swap.">
          Look at the address of this page, or find the swap under Activity.
        </Notice>
      ) : undefined}
      {entry === undefined && error === null ? (
        <Skeleton count={1} boxStyle="h-96 rounded-3xl" />
      ) : undefined}
      {entry === undefined || entry === null ? undefined : (
        <Story entry={entry} status={live?.status ?? entry.status} chains={chains} />
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
  return (
    <div className="grid gap-3">
      {status === 'refund' ? (
        <Notice tone="warn" title="The swap could not be made, so you were paid back.">
          {explainReason(data.failReason)} Nothing is left to do.
        </Notice>
      ) : undefined}
      {status === 'failure' ? (
        <Notice tone="bad" title="The swap failed.">
          {explainReason(data.failReason)} Tell the service this swap’s id.
        </Notice>
      ) : undefined}
      <dl className="grid gap-3.5 rounded-3xl border border-line bg-card p-5">
        {currencyIn === undefined ? undefined : (
          <Line label="Paid">{amountText(currencyIn, chains)}</Line>
        )}
        {currencyOut === undefined ? undefined : (
          <Line label={status === 'success' ? 'Received' : 'To receive'}>
            {amountText(currencyOut, chains, status === 'success' ? data.amountOut : undefined)}
          </Line>
        )}
        {data.feesUsd === undefined ? undefined : (
          <Line label="Fees of the service">{usd(sumOf(Object.values(data.feesUsd)))}</Line>
        )}
        <Line label="From">
          <CopyText text={user} label="payer" />
        </Line>
        <Line label="To">
          <CopyText text={recipient} label="recipient" />
        </Line>
        {data.inTxs.map(({ hash, chainId }) => (
          <Line key={hash} label="Your transaction">
            <TxLink chainId={chainId} hash={hash} />
          </Line>
        ))}
        {data.outTxs.map(({ hash, chainId }) => (
          <Line key={hash} label={status === 'refund' ? 'Paid back by' : 'Paid to you by'}>
            <TxLink chainId={chainId} hash={hash} />
          </Line>
        ))}
        <Line label="Started">{dateTime(createdAt)}</Line>
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
      : shortUnits(BigInt(received), currency.decimals);
  const on = chain === undefined ? '' : ` on ${chainName(chain)}`;
  return `${amount} ${currency.symbol}${on} (${usd(amountUsd)})`;
}

/** Sum of decimal texts in USD. */
function sumOf(parts: readonly string[]): string {
  const micros = parts.reduce((sum, part) => sum + microUsd(part), 0n);
  return Money.format(micros, 6);
}
