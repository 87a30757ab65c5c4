import type { EndpointResponse } from '@portage/core/schemas';
import type { Route } from '../context.js';
import { readViewer } from './scope.js';

/** `GET /dashboard/api/keys`: keys of the viewer's owner, for operators all. */
export const dashboardKeys: Route<'dashboardKeys'> =
  ({ access }) =>
  async (call, reply): Promise<EndpointResponse<'dashboardKeys'>> => {
    const { holder, isOperator } = readViewer(call.request, reply);
    const keys = await access.keysOf(isOperator ? undefined : holder.owner);
    return {
      keys: keys.map(({ id, name, owner, rights, sponsor, createdAt, lastUsedAt, revokedAt }) => ({
        id,
        name,
        owner,
        rights: [...rights],
        ...(sponsor === undefined ? {} : { sponsor }),
        createdAt: timeText(createdAt),
        ...(lastUsedAt === undefined ? {} : { lastUsedAt: timeText(lastUsedAt) }),
        ...(revokedAt === undefined ? {} : { revokedAt: timeText(revokedAt) }),
      })),
    };
  };

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
