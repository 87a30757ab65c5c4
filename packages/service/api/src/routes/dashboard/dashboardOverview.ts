import type { DashboardOverview } from '@portage/core/schemas';
import { decodeStoredQuote, quoteView, storedCurrencyIds } from '@portage/quoter';
import type { StoredRequest } from '@portage/settlement';
import type { Route, RouteContext } from '../context.js';
import { createShared } from './createShared.js';
import { keyOf, readViewer } from './scope.js';
import { sumUp, type SummedRequest } from './sumUp.js';

/** Requests of a window that are read, at most: the newest. */
const requestsMax = 5_000;
const pageMax = 1_000;

/** Length of a window and of its buckets, in seconds. */
const windows = {
  hour: { seconds: 3_600, bucketSeconds: 60 },
  day: { seconds: 86_400, bucketSeconds: 1_800 },
  week: { seconds: 604_800, bucketSeconds: 10_800 },
  month: { seconds: 2_592_000, bucketSeconds: 43_200 },
} as const;

type WindowName = keyof typeof windows;

/** `GET /dashboard/api/overview`: what became of the requests of a window. */
export const dashboardOverview: Route<'dashboardOverview'> = (context) => {
  const read = (name: WindowName) =>
    createShared((key) => readOverview(context, name, key === '' ? undefined : key), context);
  const shared = { hour: read('hour'), day: read('day'), week: read('week'), month: read('month') };
  return async (call, reply) => {
    const viewer = readViewer(call.request, reply);
    const query = call.read('query');
    return shared[query.window]((await keyOf(viewer, query.apiKey, context.access)) ?? '');
  };
};

async function readOverview(
  context: RouteContext,
  name: WindowName,
  apiKeyId: string | undefined,
): Promise<DashboardOverview> {
  const { seconds, bucketSeconds } = windows[name];
  const to = Math.floor(context.now() / 1000);
  // Whole buckets, the present one included.
  const from = Math.floor((to - seconds) / bucketSeconds + 1) * bucketSeconds;
  const { requests, isPartial } = await readRequests(context, from * 1000, apiKeyId);
  const [outcomes, currencies] = await Promise.all([
    context.store.reports.outcomes(requests.map(({ orderId }) => orderId)),
    context.store.requests.currencies([
      ...new Set(requests.flatMap(({ quote }) => storedCurrencyIds(quote))),
    ]),
  ]);
  const summed = requests.map((request): SummedRequest => {
    const { payer, recipient } = request;
    const figures = decodeStoredQuote(request.quote, { payer, recipient, currencies });
    const usd = figures === undefined ? '0' : quoteView(figures).details.currencyIn.amountUsd;
    const cap = figures?.sponsorship?.maxSubsidization;
    return { request, usd, sponsorCap: cap, outcome: outcomes.get(request.orderId) };
  });
  return { from, to, bucketSeconds, isPartial, ...sumUp(summed, { from, to, bucketSeconds }) };
}

async function readRequests(
  { store }: RouteContext,
  since: number,
  apiKeyId: string | undefined,
): Promise<{ readonly requests: readonly StoredRequest[]; readonly isPartial: boolean }> {
  const requests: StoredRequest[] = [];
  let continuation: string | undefined;
  do {
    const page = await store.getRequests({
      since,
      apiKeyId,
      continuation,
      limit: pageMax,
      includeChildren: true,
    });
    requests.push(...page.requests);
    continuation = page.continuation;
  } while (continuation !== undefined && requests.length < requestsMax);
  return { requests, isPartial: continuation !== undefined };
}
