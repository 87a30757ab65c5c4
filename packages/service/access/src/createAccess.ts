import { isPortageError } from '@portage/core';
import { createKeyring, type KeyHolder } from './keys/createKeyring.js';
import type { Keys, UsedKey } from './keys/createKeys.js';
import {
  createRateLimits,
  type CountedCaller,
  type RateLimitKind,
  type RateLimitOptions,
  type RateLimitState,
} from './limits/createRateLimits.js';
import type { Usage, UsageCount } from './usage/createUsage.js';
import { createUsageCounter, type UsageLog } from './usage/createUsageCounter.js';

/** Keys, usage and rate limits of a server. */
export interface AccessOptions {
  readonly keys: Pick<Keys, 'find' | 'owned' | 'onChanged' | 'used'>;
  readonly usage: Usage;
  /**
   * Counts calls for their keys; true by default. False when something before the server counts
   * them.
   */
  readonly isCounting?: boolean | undefined;
  /** Rate limits of callers; no limits by default. */
  readonly rateLimits?: RateLimitOptions | undefined;
}

/** Clock and log of access. */
export interface AccessContext {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: UsageLog;
}

/** Callers of a server: identity, rate limits and usage. */
export interface Access {
  /**
   * Holder of the key in a header. An unknown key uses up calls of the caller's address, and so
   * does a database lookup: `takeOfAddress` is called at most once.
   *
   * @throws PortageError `UNAUTHORIZED`, `INVALID_REQUEST`, or what `takeOfAddress` throws
   */
  identify(header: string, takeOfAddress: () => Promise<void>): Promise<KeyHolder>;
  /**
   * Takes one call of a caller; undefined without rate limits.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` when the counting database is unreachable
   */
  take(kind: RateLimitKind, caller: CountedCaller): Promise<RateLimitState | undefined>;
  /** Counts one call for its key, without waiting for anything. */
  count(call: Omit<UsageCount, 'minute' | 'count'>): void;
  /** Key ids among `ids` that the holder of a key may see. */
  visible(holder: KeyHolder, ids: readonly string[]): Promise<readonly string[]>;
  /** Keys of an owner, or all without one, with their last use and without their secrets. */
  keysOf(owner: string | undefined): Promise<readonly UsedKey[]>;
  readonly usage: Pick<Usage, 'read'>;
  /** Writes the pending counts. */
  close(): Promise<void>;
}

/** Access of a server without keys: it rejects every key and keeps no counts. */
export const noKeys: AccessOptions = {
  keys: {
    find: () => Promise.resolve(undefined),
    owned: () => Promise.resolve([]),
    used: () => Promise.resolve([]),
    onChanged: () => () => undefined,
  },
  usage: { read: () => Promise.resolve([]), write: () => Promise.resolve() },
};

/** Creates the access of a server. */
export function createAccess(options: AccessOptions, { now, log }: AccessContext): Access {
  const { keys, usage, isCounting = true, rateLimits } = options;
  const keyring = createKeyring(keys, { now });
  const limits = rateLimits === undefined ? undefined : createRateLimits(rateLimits, { now });
  const counter = createUsageCounter({ usage, now, log });
  return {
    usage,
    visible: (holder, ids) => keys.owned(holder.owner, ids),
    keysOf: (owner) => keys.used(owner),
    identify: async (header, takeOfAddress) => {
      let taken: Promise<void> | undefined;
      const takeOnce = (): Promise<void> => (taken ??= takeOfAddress());
      try {
        return await keyring.authenticate(header, takeOnce);
      } catch (error) {
        if (isPortageError(error, 'UNAUTHORIZED')) await takeOnce();
        throw error;
      }
    },
    take: async (kind, caller) => await limits?.take(kind, caller),
    count: (call) => {
      if (isCounting) counter.count(call);
    },
    close: async () => {
      keyring.close();
      await counter.close();
    },
  };
}
