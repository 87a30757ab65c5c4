import type { Route } from '../context.js';
import { readViewer } from './scope.js';

/** `GET /dashboard/api/session`: the role of a key. */
export const dashboardSession: Route<'dashboardSession'> = () => (call, reply) => {
  const { holder, isOperator } = readViewer(call.request, reply);
  const { apiKeyId: apiKey, owner, sponsor, appWallet } = holder;
  return {
    role: isOperator ? 'operator' : 'app',
    apiKey,
    owner,
    ...(sponsor === undefined ? {} : { sponsor }),
    ...(appWallet === undefined ? {} : { appWallet }),
  };
};
