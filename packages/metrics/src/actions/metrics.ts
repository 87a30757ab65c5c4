import type { UsageEntry } from '@portage/core';
import type { Transport } from '@portage/core/executor';
import {
  getAppFeeBalances,
  type AppFeeBalances,
  type GetAppFeeBalancesOptions,
} from './getAppFeeBalances.js';
import { getUsage, type GetUsageOptions } from './getUsage.js';

/** Actions that the plugin adds to a client. */
export interface MetricsActions {
  /** @see {@link getUsage} */
  getUsage(options?: GetUsageOptions): Promise<readonly UsageEntry[]>;
  /** @see {@link getAppFeeBalances} */
  getAppFeeBalances(wallet: string, options?: GetAppFeeBalancesOptions): Promise<AppFeeBalances>;
}

/**
 * Makes a plugin for clients: usage of API keys and balances of app fees. It uses the transport of
 * a client alone.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000', apiKey }).extend(metrics());
 * const entries = await client.getUsage({ granularity: 'daily' });
 * ```
 */
export function metrics(): (transport: Pick<Transport, 'call'>) => MetricsActions {
  return (transport) => ({
    getUsage: (options) => getUsage(transport, options),
    getAppFeeBalances: (wallet, options) => getAppFeeBalances(transport, wallet, options),
  });
}
