import { useChains, usePortage } from '@portage/react';
import type { ChainInfo, RequestEntry } from '@portage/sdk';
import { History } from 'lucide-react';
import type { ReactElement } from 'react';
import { CurrencyIcon } from '../currencies/CurrencyIcon.js';
import { chainName, findPlace } from '../currencies/place.js';
import { ErrorNotice } from '../explain/ErrorNotice.js';
import { shortAmount } from '../format/amounts.js';
import { ago, shortText } from '../format/short.js';
import { Link } from '../router/Link.js';
import { useTitle } from '../ui/useTitle.js';
import { Skeleton } from '../ui/Skeleton.js';
import { useWallets } from '../wallets/walletsContext.js';
import { StatusMark } from './StatusMark.js';
import { useHistory } from './useHistory.js';

/** Swaps of the connected wallets. */
export function ActivityPage(): ReactElement {
  const { data: entries, error } = useHistory();
  const { connected } = useWallets();
  const { data: chains } = useChains();
  useTitle('Activity');
  return (
    <section aria-labelledby="activity-title" className="mx-auto max-w-2xl">
      <h1 id="activity-title" className="mb-4 text-2xl font-semibold tracking-tight">
        Activity
      </h1>
      {error === null || chains === undefined ? undefined : <ErrorNotice error={error} />}
      {connected.length === 0 ? (
        <Empty text="Connect a wallet to see its swaps." />
      ) : entries?.length === 0 ? (
        <Empty text="No swaps yet. They show up here as soon as one is paid." />
      ) : entries === undefined && error === null ? (
        <Skeleton count={3} boxStyle="h-20 rounded-2xl" />
      ) : (
        <ul className="grid grid-cols-1 gap-2">
          {(entries ?? []).map((entry) => (
            <li key={entry.id}>
              <Row entry={entry} chains={chains ?? []} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Empty({ text }: { readonly text: string }): ReactElement {
  return (
    <div className="grid justify-items-center gap-3 rounded-3xl border border-line bg-card px-6 py-16 text-center text-quiet">
      <History size={32} aria-hidden />
      <p>{text}</p>
      <Link to={{ page: 'swap' }} className="font-medium text-accent hover:underline">
        Make a swap
      </Link>
    </div>
  );
}

interface RowProps {
  readonly entry: RequestEntry;
  readonly chains: readonly ChainInfo[];
}

function Row({ entry, chains }: RowProps): ReactElement {
  const { now } = usePortage().client;
  const { currencyIn, currencyOut } = entry.data.metadata ?? {};
  const sides = [currencyIn, currencyOut].flatMap((amount) => (amount === undefined ? [] : amount));
  return (
    <Link
      to={{ page: 'request', requestId: entry.id }}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 rounded-2xl border border-line bg-card px-4 py-3 hover:border-accent sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <span className="flex gap-1 max-sm:row-span-2">
        {sides.map(({ currency: { chainId, address } }) => {
          const place = findPlace(chains, `${String(chainId)}:${address}`);
          return place === undefined ? undefined : (
            <CurrencyIcon key={`${String(chainId)}${address}`} place={place} size={34} />
          );
        })}
      </span>
      <span className="min-w-0">
        <span className="block font-medium tabular-nums wrap-anywhere">
          {sides.length === 0
            ? shortText(entry.id)
            : sides
                .map((each) => `${shortAmount(each.amountFormatted)} ${each.currency.symbol}`)
                .join(' → ')}
        </span>
        <span className="block text-sm text-quiet">
          {[
            sides.map(({ currency }) => nameOf(chains, currency.chainId)).join(' → '),
            ago(Date.parse(entry.createdAt), now()),
          ].join(' · ')}
        </span>
      </span>
      <span className="flex max-sm:col-start-2">
        <StatusMark status={entry.status} />
      </span>
    </Link>
  );
}

function nameOf(chains: readonly ChainInfo[], chainId: number): string {
  const chain = chains.find(({ id }) => id === chainId);
  return chain === undefined ? String(chainId) : chainName(chain);
}
