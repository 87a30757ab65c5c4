import { PortageError, standardError } from '@portage/core';
import type { Chain } from '@portage/core/chain';

/** Reader of users' balances on chains. */
export interface UserBalances {
  /**
   * @throws PortageError `RPC_HTTP_ERROR` when the chain cannot be read, `REQUEST_TIMED_OUT` when
   *   it takes too long, `SERVICE_UNAVAILABLE` when too many balances are being read
   */
  read(chain: Chain, account: string, currency: string): Promise<bigint>;
}

/** Time that a chain may take, in milliseconds. */
const readMsMax = 3_000;

/** Balance reads at the same time, for all callers together. */
const runningMax = 32;

/** Creates the reader. Callers that ask for the same balance share one read. */
export function createUserBalances(): UserBalances {
  const running = new Map<string, Promise<bigint>>();
  return {
    read: (chain, account, currency) => {
      const key = `${String(chain.id)} ${account} ${currency}`;
      const shared = running.get(key);
      if (shared !== undefined) return shared;
      if (running.size >= runningMax) return Promise.reject(standardError('SERVICE_UNAVAILABLE'));
      const own = readWithin(chain, account, currency).finally(() => running.delete(key));
      running.set(key, own);
      return own;
    },
  };
}

async function readWithin(chain: Chain, account: string, currency: string): Promise<bigint> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new PortageError('REQUEST_TIMED_OUT', {
          message: `Chain ${String(chain.id)} took too long to tell a balance.`,
        }),
      );
      stop.abort();
    }, readMsMax);
  });
  try {
    return await Promise.race([chain.balances.read(account, currency, stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
