import type { DashboardRequest } from '@portage/core/schemas';
import { readPage } from '../readPage.js';
import { unknownRequest } from '../../status/unknownRequest.js';
import type { Route, RouteContext } from '../context.js';
import { readViewer } from './scope.js';

type Story = Awaited<ReturnType<RouteContext['store']['reports']['story']>>;

/** `GET /dashboard/api/requests/{requestId}`: one of another app is as if there were none. */
export const dashboardRequest: Route<'dashboardRequest'> = (context) => async (call, reply) => {
  const { holder, isOperator } = readViewer(call.request, reply);
  const id = call.read('params').requestId.toLowerCase();
  const stored = await context.store.getRequest(id);
  if (stored === undefined) throw await unknownRequest(id, context.store);
  const story = await context.store.reports.story(stored.orderId);
  if (!isOperator && !(await isOwn(story.apiKeyId))) throw await unknownRequest(id, context.store);
  const page = await readPage(context, { id, includeChildren: true, limit: 1 }, false);
  const [request] = page.requests;
  if (request === undefined) throw await unknownRequest(id, context.store);
  return { request, orderId: stored.orderId, ...tell(story) };

  async function isOwn(apiKeyId: string | undefined): Promise<boolean> {
    if (apiKeyId === undefined) return false;
    return (await context.access.visible(holder, [apiKeyId])).includes(apiKeyId);
  }
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** A story as it is sent: amounts are texts, times ISO 8601. Pure. */
function tell(story: Story): Omit<DashboardRequest, 'request' | 'orderId'> {
  return {
    ...(story.apiKeyId === undefined ? {} : { apiKey: story.apiKeyId }),
    deposits: story.deposits.map(({ txId, amount, outcome, seenAt, finalAt, ...rest }) => ({
      ...rest,
      transactionId: txId,
      amount: amount.toString(),
      ...(outcome === null ? {} : { outcome }),
      seenAt: iso(seenAt),
      ...(finalAt === null ? {} : { finalAt: iso(finalAt) }),
    })),
    settlements: story.settlements.map(({ decidedAt, settledAt, ...rest }) => ({
      ...rest,
      decidedAt: iso(decidedAt),
      ...(settledAt === null ? {} : { settledAt: iso(settledAt) }),
    })),
    transactions: story.transactions.map((made) => ({
      chainId: made.chainId,
      transactionId: made.txId,
      purpose: made.purpose,
      state: made.state,
      sequence: made.sequence,
      ...(made.height === null ? {} : { height: made.height }),
      ...(made.gasCost === null ? {} : { gasCost: made.gasCost.toString() }),
      storedAt: iso(made.storedAt),
      ...(made.sentAt === null ? {} : { sentAt: iso(made.sentAt) }),
    })),
    entries: story.entries.map(({ kind, at, postings }) => ({
      kind,
      at: iso(at),
      postings: postings.map((posting) => ({ ...posting, amount: posting.amount.toString() })),
    })),
  };
}
