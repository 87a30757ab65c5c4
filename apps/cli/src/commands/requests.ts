import type { CurrencyAmount, RequestEntry } from '@portage/core';
import { fromZod, requestsResponseSchema } from '@portage/core/schemas';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { csvLine } from '../output/csvLine.js';
import { namesOf, openNames, type Names } from '../transfer/names.js';
import { paintStatus, type Paint } from '../output/paint.js';
import type { Session } from '../session.js';
import { chainIdOf } from './chainIdOf.js';

/** Options of `portage requests`: the service's own filters and the number of rows to show. */
export interface RequestsOptions {
  readonly user?: string;
  readonly status?: string;
  readonly hash?: string;
  readonly chain?: number | string;
  readonly origin?: number | string;
  readonly destination?: number | string;
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
  // A chain that does not exist is said before anything is printed.
  const filters = await chainFilters(session, options);
  const names = options.csv === true ? namesOf([]) : await openNames(session);
  const look = { names, paint: output.paint };
  if (options.csv === true) io.stdout.write(`${csvLine(header)}\n`);
  let shown = 0;
  for await (const entry of pages(session, options, filters)) {
    shown += 1;
    if (options.csv === true) io.stdout.write(`${csvLine(cellsOf(entry))}\n`);
    else output.result({ event: 'request', ...entry }, [lineOf(entry, look)]);
  }
  if (shown === 0 && options.csv !== true && !output.json) io.stdout.write('No such requests.\n');
  return exitCodes.ok;
}

/** Chains that requests are filtered by, as the service takes them. */
type ChainFilters = Readonly<
  Record<'chainId' | 'originChainId' | 'destinationChainId', number | undefined>
>;

async function chainFilters(
  session: Session,
  { chain, origin, destination }: RequestsOptions,
): Promise<ChainFilters> {
  const idOf = async (named: number | string | undefined): Promise<number | undefined> =>
    named === undefined ? undefined : chainIdOf(session, named);
  return {
    chainId: await idOf(chain),
    originChainId: await idOf(origin),
    destinationChainId: await idOf(destination),
  };
}

async function* pages(
  { portage, io }: Session,
  { limit, ...options }: RequestsOptions,
  filters: ChainFilters,
): AsyncGenerator<RequestEntry> {
  let continuation: string | undefined;
  for (let left = limit; left > 0;) {
    const query = {
      limit: Math.min(left, pageMax),
      continuation,
      user: options.user,
      status: options.status,
      hash: options.hash,
      ...filters,
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

/** How lines for people name and colour things. */
interface Look {
  readonly names: Names;
  readonly paint: Paint;
}

function lineOf(
  { id, status, createdAt, data: { metadata, failReason } }: RequestEntry,
  { names, paint }: Look,
): string {
  const { currencyIn, currencyOut } = metadata ?? {};
  const side = ({ amountFormatted, currency }: CurrencyAmount): string =>
    `${amountFormatted} ${currency.symbol} on ${names.chain(currency.chainId)}`;
  const transfer =
    currencyIn === undefined || currencyOut === undefined
      ? ''
      : `${side(currencyIn)} → ${side(currencyOut)}`;
  const room = ' '.repeat(Math.max(0, 10 - status.length));
  const reason = failReason === 'N/A' ? '' : `  (${failReason})`;
  return `${createdAt.slice(0, 19)}Z  ${paintStatus(status, paint)}${room}  ${id}  ${transfer}${reason}`;
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
