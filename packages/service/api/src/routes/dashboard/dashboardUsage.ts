import { parseKeyFilter, usageWindow } from '@portage/metrics';
import type { Route } from '../context.js';
import { readUsage } from '../usage.js';
import { readViewer } from './scope.js';

/** `GET /dashboard/api/usage`: calls of the keys that a viewer may see. */
export const dashboardUsage: Route<'dashboardUsage'> =
  ({ access, now }) =>
  async (call, reply) => {
    const { holder, isOperator } = readViewer(call.request, reply);
    const asked = call.read('query');
    const named = asked.apiKey === undefined ? undefined : parseKeyFilter(asked.apiKey);
    const visible = async (): Promise<readonly string[]> =>
      named === undefined ? [holder.apiKeyId] : await access.visible(holder, named);
    const apiKeyIds = isOperator ? named : await visible();
    return readUsage(access, { ...usageWindow(asked, now()), apiKeyIds });
  };
