import type { Log } from '@portage/core';
import { budgetSpent, createBudget, type Budget, type BudgetOptions } from './createBudget.js';
import type { Endpoint } from './createEndpoint.js';
import type { EndpointLimits } from './createHttp.js';
import { urlOf, type EndpointSetting } from './endpointAddress.js';
import { redactUrl } from './redactUrl.js';
import { waitOutLimits, type PassingRefusal } from './waitOutLimits.js';

const responseBytesMax = 67_108_864;

/** Budget of each endpoint of a chain whose hosts weigh calls. */
export type WeighedBudget = Omit<BudgetOptions, 'label' | 'clock'>;

/** Surroundings of one endpoint. */
export interface ConnectOneOptions {
  /** Name of the chain, for the log. */
  readonly name: string;
  readonly timeoutMs: number;
  readonly connect: (url: string, limits: EndpointLimits) => Endpoint;
  readonly passes: PassingRefusal | undefined;
  readonly onRefusal: EndpointLimits['onRefusal'];
  /** Budget of an endpoint that names none. Default: none. */
  readonly budget?: WeighedBudget | undefined;
  readonly log: Log;
  readonly clock: () => number;
}

/** Opens an endpoint that is asked no more than its host takes, and no more than its budget. */
export function connectOne(setting: EndpointSetting, options: ConnectOneOptions): Endpoint {
  const { name, timeoutMs, connect, passes, onRefusal, log, clock } = options;
  const url = urlOf(setting);
  const label = redactUrl(url);
  const onBatchMax = (batchMax: number, words: string): void => {
    log('an endpoint takes fewer calls at once', { chain: name, endpoint: label, batchMax, words });
  };
  const callsPerSecondMax = typeof setting === 'string' ? undefined : setting.callsPerSecondMax;
  const bound = callsPerSecondMax === undefined ? options.budget : { callsPerSecondMax };
  const budget = bound === undefined ? undefined : createBudget({ ...bound, label, clock });
  const limits = { timeoutMs, responseBytesMax, onBatchMax, onRefusal, beforeCalls: budget?.take };
  const endpoint = waitOutLimits(connect(url, limits), passes);
  return budget === undefined ? endpoint : spare(endpoint, budget);
}

/** Refuses what other endpoints may answer, as long as the budget is spent. */
function spare(endpoint: Endpoint, budget: Budget): Endpoint {
  const { label, ask, askOnce = ask } = endpoint;
  return {
    ...endpoint,
    askOnce: async (requests, signal) => {
      const restMs = budget.restMs();
      if (restMs > 0) throw budgetSpent(label, restMs);
      return askOnce(requests, signal);
    },
  };
}
