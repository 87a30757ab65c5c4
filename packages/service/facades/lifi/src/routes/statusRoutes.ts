import type { RequestEntry } from '@portage/core';
import type { FacadeCall, FacadeRoute } from '@portage/core/plugin';
import { z } from 'zod';
import { printStatus, printUnknown } from '../print/printStatus.js';
import { askFacts } from '../read/askFacts.js';
import { askService } from '../read/askService.js';

const text = z.string().min(1).max(128);
const statusSchema = z
  .object({ txHash: text.optional(), taskId: text.optional() })
  .refine(({ txHash, taskId }) => txHash !== undefined || taskId !== undefined, {
    path: ['txHash'],
    message: 'is missing',
  });

const transfersSchema = z.object({
  wallet: text,
  status: z.enum(['ALL', 'PENDING', 'DONE', 'FAILED']).default('ALL'),
  fromTimestamp: z.string().optional(),
  toTimestamp: z.string().optional(),
});

/** `GET /status` and `GET /analytics/transfers`. */
export const statusRoutes: readonly FacadeRoute[] = [
  {
    method: 'GET',
    path: '/status',
    answer: async (call) => {
      const { txHash, taskId } = statusSchema.parse(call.query);
      const hash = txHash ?? taskId ?? '';
      const [request] = await askRequests(call, { hash });
      return request === undefined
        ? printUnknown(hash)
        : printStatus(request, await askFacts(call));
    },
  },
  {
    method: 'GET',
    path: '/analytics/transfers',
    answer: async (call) => {
      const { wallet, status, fromTimestamp, toTimestamp } = transfersSchema.parse(call.query);
      const requests = await askRequests(call, {
        user: wallet,
        limit: '50',
        ...(fromTimestamp === undefined ? {} : { startTimestamp: fromTimestamp }),
        ...(toTimestamp === undefined ? {} : { endTimestamp: toTimestamp }),
      });
      const facts = await askFacts(call);
      const transfers = requests.map((request) => printStatus(request, facts));
      return { transfers: transfers.filter((one) => status === 'ALL' || one.status === status) };
    },
  },
];

async function askRequests(
  call: FacadeCall,
  query: Readonly<Record<string, string>>,
): Promise<readonly RequestEntry[]> {
  return (await askService(call, 'requests', { query })).requests;
}
