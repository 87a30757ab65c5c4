import type { RequestEntry } from '@portage/core';
import { fromZod, requestsResponseSchema } from '@portage/core/schemas';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { csvLine } from '../output/csvLine.js';
import type { Session } from '../session.js';

/** Options of `portage requests`: the service's own filters and the number of rows to show. */
export interface RequestsOptions {
  readonly user?: string;
  readonly status?: string;
  readonly hash?: string;
  readonly chain?: number;
  readonly origin?: number;
  readonly destination?: number;
  readonly referrer?: string;
  readonly referrerAddress?: string;
  readonly key?: string;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly oldestFirst?: boolean;
  readonly csv?: boolean;
}

/** Requests per page, at most; the service's own limit. */
const pageMax = 50;

const header = [
  'id',
  'status',
  'createdAt',
  'updatedAt',
  'user',
  'recipient',
  'originChainId',
  'in',
  'inCurrency',
  'inUsd',
  'destinationChainId',
  'out',
  'outCurrency',
  'outUsd',
  'inTxHash',
  'outTxHash',
  'failReason',
  'referrer',
  'referrerAddress',
];

/** `portage requests`: fetches one page after another and prints each as it arrives. */
export async function requests(session: Session, options: RequestsOptions): Promise<ExitCode> {
  const { io, output } = session;
  if (options.csv === true) io.stdout.write(`${csvLine(header)}\n`);
  let shown = 0;
  for await (const entry of pages(session, options)) {
    shown += 1;
    if (options.csv === true) io.stdout.write(`${csvLine(cellsOf(entry))}\n`);
    else output.result({ event: 'request', ...entry }, [lineOf(entry)]);
  }
  if (shown === 0 && options.csv !== true && !output.json) io.stdout.write('No such requests.\n');
  return exitCodes.ok;
}

async function* pages(
  { portage, io }: Session,
  { limit, ...options }: RequestsOptions,
): AsyncGenerator<RequestEntry> {
  let continuation: string | undefined;
  for (let left = limit; left > 0;) {
    const query = {
      limit: Math.min(left, pageMax),
      continuation,
      user: options.user,
      status: options.status,
      hash: options.hash,
      chainId: options.chain,
      originChainId: options.origin,
      destinationChainId: options.destination,
      referrer: options.referrer,
      referrerAddress: options.referrerAddress,
      apiKey: options.key,
      startTimestamp: options.from,
      endTimestamp: options.to,
      sortDirection: options.oldestFirst === true ? 'asc' : undefined,
    };
    const answer = requestsResponseSchema.safeParse(
      await portage.client.call('requests', { query, signal: io.signal }),
    );
    if (!answer.success) throw fromZod(answer.error, 'INVALID_RESPONSE');
    yield* answer.data.requests;
    left -= answer.data.requests.length;
    ({ continuation } = answer.data);
    if (continuation === undefined || answer.data.requests.length === 0) return;
  }
}

function lineOf({ id, status, createdAt, data: { metadata, failReason } }: RequestEntry): string {
  const { currencyIn, currencyOut } = metadata ?? {};
  const transfer =
    currencyIn === undefined || currencyOut === undefined
      ? ''
      : `${currencyIn.amountFormatted} ${currencyIn.currency.symbol} on ${String(currencyIn.currency.chainId)} → ${currencyOut.amountFormatted} ${currencyOut.currency.symbol} on ${String(currencyOut.currency.chainId)}`;
  return `${createdAt.slice(0, 19)}Z  ${status.padEnd(10)}  ${id}  ${transfer}${failReason === 'N/A' ? '' : `  (${failReason})`}`;
}

function cellsOf({
  id,
  status,
  createdAt,
  updatedAt,
  user,
  recipient,
  referrer,
  referrerAddress,
  data,
}: RequestEntry): readonly (string | number | undefined)[] {
  const { currencyIn, currencyOut } = data.metadata ?? {};
  return [
    id,
    status,
    createdAt,
    updatedAt,
    user,
    recipient,
    currencyIn?.currency.chainId,
    currencyIn?.amountFormatted,
    currencyIn?.currency.symbol,
    currencyIn?.amountUsd,
    currencyOut?.currency.chainId,
    currencyOut?.amountFormatted,
    currencyOut?.currency.symbol,
    currencyOut?.amountUsd,
    data.inTxs[0]?.hash,
    data.outTxs[0]?.hash,
    data.failReason,
    referrer ?? undefined,
    referrerAddress,
  ];
}
