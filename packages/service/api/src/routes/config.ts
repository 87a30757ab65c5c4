import { endpoints } from '@portage/core/schemas';
import { createUserBalances } from '../config/createUserBalances.js';
import { readConfig } from '../config/readConfig.js';
import { createPlaces } from '../limits/createPlaces.js';
import type { Route } from './context.js';
import { traceCaller } from './traceCaller.js';

const refusal = {
  message: 'Too many balances are being read for you.',
  hint: 'Wait for the answers before you ask for more, or ask without a user.',
};

/**
 * `GET /config/v2`: what the solver takes on between two chains, from memory; with a user also what
 * the user has. Quotes say all of it better.
 */
export const config: Route<'config'> = (context) => {
  const balances = createUserBalances();
  const places = createPlaces({ perCallerMax: 16, max: 200, refusal });
  return async (call, reply) => {
    const query = call.read('query');
    void reply.header('link', `<${endpoints.quote.path}>; rel="successor-version"`);
    void reply.header('cache-control', 'no-cache');
    if (query.user === undefined) return await readConfig(query, { ...context, balances });
    const leave = places.take(traceCaller(call.request));
    try {
      return await readConfig(query, { ...context, balances });
    } finally {
      leave();
    }
  };
};
