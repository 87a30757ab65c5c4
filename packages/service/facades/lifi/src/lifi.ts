import type { Facade } from '@portage/core/plugin';
import { printError } from './print/printError.js';
import { chainRoutes } from './routes/chainRoutes.js';
import { connectionRoutes } from './routes/connectionRoutes.js';
import { quoteRoutes } from './routes/quoteRoutes.js';
import { refusedRoutes } from './routes/refusedRoutes.js';
import { routeRoutes } from './routes/routeRoutes.js';
import { statusRoutes } from './routes/statusRoutes.js';
import { tokenRoutes } from './routes/tokenRoutes.js';

/**
 * Interface that LI.FI's published SDK calls: `createClient({ apiUrl: '…/lifi/v1' })` of
 * `@lifi/sdk` quotes and executes against this service.
 */
export const lifi: Facade = {
  name: 'lifi',
  prefix: '/lifi/v1',
  keyHeader: 'x-lifi-api-key',
  routes: [
    ...chainRoutes,
    ...tokenRoutes,
    ...connectionRoutes,
    ...quoteRoutes,
    ...routeRoutes,
    ...statusRoutes,
    ...refusedRoutes,
  ],
  printError,
};
