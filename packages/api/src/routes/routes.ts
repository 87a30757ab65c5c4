import type { EndpointName } from '@portage/core';
import { chains } from './chains.js';
import type { Route } from './context.js';
import { health } from './health.js';
import { legacyStatus } from './legacyStatus.js';
import { quote } from './quote.js';
import { status } from './status.js';
import { transactionsIndex } from './transactionsIndex.js';
import { transactionsSingle } from './transactionsSingle.js';

/** The endpoints that this version offers; all others of the table answer `UNSUPPORTED_FEATURE`. */
export const routes: Readonly<Partial<Record<EndpointName, Route>>> = {
  quote,
  status,
  legacyStatus,
  transactionsIndex,
  transactionsSingle,
  chains,
  health,
};
