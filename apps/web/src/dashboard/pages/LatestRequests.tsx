import type { ReactElement } from 'react';
import type { RequestEntry } from '@portage/sdk';
import { StatusMark } from '../../activity/StatusMark.js';
import { shortAmount, usdOr } from '../../format/amounts.js';
import { dateTime, shortText } from '../../format/short.js';
import { Button } from '../../ui/Button.js';
import { CsvButton } from '../csv/CsvButton.js';
import { PageLink } from '../PageLink.js';
import { Loaded } from '../Panel.js';
import { pathOf } from '../route.js';
import { Table } from '../Table.js';
import { useRequestPages } from '../useApi.js';
import { useChainList } from '../useChainList.js';

/** Properties of {@link LatestRequests}. */
export interface LatestRequestsProps {
  /** Query of the list, as in `limit=8`. */
  readonly query: string;
  /** Whether older ones can be asked for. */
  readonly hasMore?: boolean;
  /** Words in the place of the list where it is empty. */
  readonly empty?: string;
}

/** Requests that a query finds, newest first. */
export function LatestRequests({
  query,
  hasMore = false,
  empty = 'No request yet. Swap something, and it shows here.',
}: LatestRequestsProps): ReactElement {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useRequestPages(query);
  const { nameOf } = useChainList();
  const sideOf = (side: 'currencyIn' | 'currencyOut', { data: own }: RequestEntry): string => {
    const amount = own.metadata?.[side];
    if (amount === undefined) return '–';
    const { symbol, chainId } = amount.currency;
    return `${shortAmount(amount.amountFormatted)} ${symbol} on ${nameOf(chainId)}`;
  };
  return (
    <Loaded data={data} error={error}>
      {({ pages }) => (
        <>
          <Table
            label="Requests"
            columns={['Request', 'Status', 'From', 'To', 'Value', 'Created']}
            numbers={['Value', 'Created']}
            rows={pages
              .flatMap(({ requests }) => requests)
              .map((entry) => [
                <PageLink
                  key={entry.id}
                  to={pathOf('requests', entry.id)}
                  className="font-mono text-accent hover:underline"
                >
                  {shortText(entry.id)}
                </PageLink>,
                <StatusMark key="status" status={entry.status} />,
                sideOf('currencyIn', entry),
                sideOf('currencyOut', entry),
                usdOr(entry.data.metadata?.currencyIn.amountUsd),
                dateTime(entry.createdAt),
              ])}
            empty={empty}
          />
          {hasMore ? (
            <CsvButton
              name="requests"
              header={csvHeader}
              rows={pages.flatMap(({ requests }) => requests).map(csvCells)}
            />
          ) : undefined}
          {hasMore && hasNextPage ? (
            <Button
              tone="soft"
              className="justify-self-center"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {isFetchingNextPage ? 'Loading…' : 'Older requests'}
            </Button>
          ) : undefined}
        </>
      )}
    </Loaded>
  );
}

const csvHeader = [
  'id',
  'status',
  'createdAt',
  'user',
  'recipient',
  'in',
  'inCurrency',
  'inChainId',
  'inUsd',
  'out',
  'outCurrency',
  'outChainId',
  'inTxHash',
  'outTxHash',
  'failReason',
];

/** A request as a row of a spreadsheet: whole units, and hashes in full. */
function csvCells({ data, ...entry }: RequestEntry): readonly (string | number)[] {
  const { currencyIn, currencyOut } = data.metadata ?? {};
  return [
    entry.id,
    entry.status,
    entry.createdAt,
    entry.user,
    entry.recipient,
    currencyIn?.amountFormatted ?? '',
    currencyIn?.currency.symbol ?? '',
    currencyIn?.currency.chainId ?? '',
    currencyIn?.amountUsd ?? '',
    currencyOut?.amountFormatted ?? '',
    currencyOut?.currency.symbol ?? '',
    currencyOut?.currency.chainId ?? '',
    data.inTxs[0]?.hash ?? '',
    data.outTxs[0]?.hash ?? '',
    data.failReason,
  ];
}
