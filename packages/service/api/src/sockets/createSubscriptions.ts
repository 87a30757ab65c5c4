import { PortageError } from '@portage/core';
import type { StoredRequest } from '@portage/settlement';
import { checkKeyOwner } from '../access/checkKeyOwner.js';
import { normalizeWithAnyCodec } from '../canonical/normalizeWithAnyCodec.js';
import { followRequests } from './followRequests.js';
import { followStatus } from './followStatus.js';
import { readCursor, type SocketMessage } from './socketMessages.js';
import type { SocketCaller, SocketParts } from './socketParts.js';
import type { Subscription, SubscriptionTarget } from './subscription.js';

/** Subscriptions of one connection. */
export interface Subscriptions {
  /**
   * Opens what a message asks for; one for the same requests takes the place of the former. It is
   * told of once `begin` is called.
   *
   * @throws PortageError `UNKNOWN_REQUEST`, `INVALID_ADDRESS`, `UNAUTHORIZED`, `RATE_LIMITED`
   */
  open(message: SocketMessage): Promise<Subscription>;
  /**
   * Ends what a message names; what is not there is passed over.
   *
   * @throws PortageError `INVALID_ADDRESS`
   */
  end(message: Pick<SocketMessage, 'filters'>): void;
  count(): number;
  /** Called at intervals. */
  tend(): void;
  readonly stop: () => void;
}

/** Where the subscriptions of a connection tell what they find. */
export interface SubscriptionsTarget {
  readonly update: (request: StoredRequest) => void;
  readonly drained: () => Promise<void>;
  readonly miss: () => void;
}

/** Canonical texts of an account. @throws PortageError `INVALID_ADDRESS` */
function usersOf({ chains }: Pick<SocketParts, 'chains'>, user: string): readonly string[] {
  return normalizeWithAnyCodec(chains, {
    path: 'filters.user',
    code: 'INVALID_ADDRESS',
    read: (codec) => codec.normalizeAddress(user),
  });
}

/** The same for the same requests, however their filters are written. */
function keyOf(
  parts: Pick<SocketParts, 'chains'>,
  { id, user, apiKey }: SocketMessage['filters'],
): string {
  const users = user === undefined ? undefined : usersOf(parts, user);
  return JSON.stringify([id?.toLowerCase(), users, apiKey]);
}

async function follow(
  { filters }: SocketMessage,
  { parts, holder }: { readonly parts: SocketParts; readonly holder: SocketCaller['holder'] },
  target: SubscriptionTarget,
): Promise<Subscription> {
  const { id, user, apiKey } = filters;
  if (id !== undefined) return await followStatus(id.toLowerCase(), parts, target);
  if (apiKey !== undefined) {
    await checkKeyOwner(parts.access, holder, apiKey);
    return followRequests({ apiKeyId: apiKey }, parts, target);
  }
  return followRequests({ users: usersOf(parts, user ?? '') }, parts, target);
}

/** Makes the subscriptions of one connection; their number is bounded. */
export function createSubscriptions(
  parts: SocketParts,
  { holder, address }: Pick<SocketCaller, 'holder' | 'address'>,
  target: SubscriptionsTarget,
): Subscriptions {
  const { limits, subscriptionPlaces } = parts;
  const open = new Map<string, Subscription>();
  const end = (key: string): void => {
    open.get(key)?.stop();
    open.delete(key);
  };
  return {
    open: async (message) => {
      const key = keyOf(parts, message.filters);
      end(key);
      if (open.size >= limits.subscriptionsPerSocketMax)
        throw new PortageError('RATE_LIMITED', {
          message: 'This connection has as many subscriptions as it may.',
          hint: 'End one, or open another connection.',
        });
      const release = subscriptionPlaces.take(address);
      const cursor = message.cursor === undefined ? undefined : readCursor(message.cursor);
      const own: SubscriptionTarget = {
        cursor,
        update: target.update,
        drained: target.drained,
        miss: target.miss,
        end: () => {
          end(key);
        },
      };
      const followed = await follow(message, { parts, holder }, own).catch((error: unknown) => {
        release();
        throw error;
      });
      const subscription: Subscription = {
        begin: followed.begin,
        tend: followed.tend,
        stop: () => {
          followed.stop();
          release();
        },
      };
      open.set(key, subscription);
      return subscription;
    },
    end: ({ filters }) => {
      end(keyOf(parts, filters));
    },
    count: () => open.size,
    tend: () => {
      for (const each of open.values()) each.tend();
    },
    stop: () => {
      for (const key of [...open.keys()]) end(key);
    },
  };
}
