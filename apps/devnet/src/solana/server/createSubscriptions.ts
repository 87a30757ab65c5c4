import { z } from 'zod';
import type { Commitment, LedgerEvent, TransactionRecord } from '../chain/ledgerState.js';
import { inContext, type RpcContext } from '../rpc/defineMethod.js';
import { encodeIfThere, filtersSchema, matchesFilters } from '../rpc/methods/accountMethods.js';
import {
  addressSchema,
  commitmentSchema,
  configOf,
  dataSliceSchema,
  signatureSchema,
} from '../rpc/parameters.js';
import { invalidParams, RpcError, rpcCodes } from '../rpc/rpcError.js';

/** Sends one notification to a subscriber: its kind and its event. */
export type Notify = (method: string, subscription: number, result: unknown) => void;

/** Subscriptions of one connection. */
export interface Subscriptions {
  /** Starts or ends a subscription; undefined when the method is about none. @throws
RpcError */
  call(method: string, params: unknown): number | true | undefined;
  close(): void;
}

interface Subscription {
  readonly kind: string;
  /** Notification of an event for this subscription, or undefined. */
  hear(event: LedgerEvent): unknown;
  /** True if it ends after the first notification. */
  readonly once?: boolean;
  /** Notification that is sent at once. */
  readonly first?: unknown;
}

const subscriptionsMax = 1_000;
/**
 * Data of any length. Base58 is not offered, because long data cannot be written in it and a
 * notification cannot be refused.
 */
const accountConfig = {
  commitment: commitmentSchema,
  encoding: z.enum(['base64', 'jsonParsed']).default('base64'),
  dataSlice: dataSliceSchema,
};

/** Creates the subscriptions of one connection. */
export function createSubscriptions(
  context: RpcContext,
  notify: Notify,
  nextId: () => number,
): Subscriptions {
  const active = new Map<number, Subscription>();
  const stop = context.ledger.listen((event) => {
    for (const [id, subscription] of active) {
      const result = subscription.hear(event);
      if (result === undefined) continue;
      if (subscription.once === true) active.delete(id);
      const results: readonly unknown[] = Array.isArray(result) ? result : [result];
      for (const one of results) notify(`${subscription.kind}Notification`, id, one);
    }
  });
  const subscribe = (make: MakeSubscription, params: readonly unknown[]): number => {
    if (active.size >= subscriptionsMax)
      throw new RpcError(
        rpcCodes.invalidRequest,
        `At most ${subscriptionsMax} subscriptions are possible`,
      );
    const subscription = make(context, params);
    const id = nextId();
    if (subscription.first === undefined || subscription.once !== true)
      active.set(id, subscription);
    // The subscriber must know the id before it hears anything under it.
    if (subscription.first !== undefined)
      setImmediate(() => notify(`${subscription.kind}Notification`, id, subscription.first));
    return id;
  };
  return {
    call: (method, params) => {
      const given: readonly unknown[] = Array.isArray(params) ? params : [];
      const make = subscriptionKinds.get(method);
      if (make !== undefined) return subscribe(make, given);
      if (
        !subscriptionKinds.has(
          method.replace('Unsubscribe', 'Subscribe').replace('unsubscribe', 'subscribe'),
        )
      )
        return undefined;
      if (typeof given[0] !== 'number' || !active.delete(given[0]))
        throw invalidParams('Invalid subscription id.');
      return true;
    },
    close: () => {
      stop();
      active.clear();
    },
  };
}

type MakeSubscription = (context: RpcContext, params: readonly unknown[]) => Subscription;

const subscriptionKinds = new Map<string, MakeSubscription>([
  [
    'slotSubscribe',
    () => ({
      kind: 'slot',
      hear: (event) =>
        event.kind === 'slot'
          ? { slot: event.slot, parent: event.parent, root: event.root }
          : undefined,
    }),
  ],
  [
    'rootSubscribe',
    () => ({ kind: 'root', hear: (event) => (event.kind === 'root' ? event.slot : undefined) }),
  ],
  ['signatureSubscribe', onSignature],
  ['logsSubscribe', onLogs],
  ['accountSubscribe', onAccount],
  ['programSubscribe', onProgram],
]);

function onSignature({ ledger }: RpcContext, params: readonly unknown[]): Subscription {
  const signature = parse(signatureSchema, params[0]);
  const { commitment } = parse(configOf({ commitment: commitmentSchema }), params[1]);
  const told = ({ slot, outcome }: TransactionRecord): unknown =>
    inContext(slot, { err: outcome.error ?? null });
  const record = ledger.record(signature);
  const reached = record !== undefined && record.slot <= ledger.tip(commitment).slot;
  return {
    kind: 'signature',
    once: true,
    ...(reached ? { first: told(record) } : {}),
    hear: (event) =>
      concerns(event, commitment) && event.record.transaction.signature === signature
        ? told(event.record)
        : undefined,
  };
}

const mentionsSchema = z.union([
  z.enum(['all', 'allWithVotes']),
  z.object({ mentions: z.tuple([addressSchema]) }),
]);

function onLogs(_: RpcContext, params: readonly unknown[]): Subscription {
  const which = parse(mentionsSchema, params[0]);
  const { commitment } = parse(configOf({ commitment: commitmentSchema }), params[1]);
  const wanted = (record: TransactionRecord): boolean =>
    typeof which === 'string' || record.keys.all.includes(which.mentions[0]);
  return {
    kind: 'logs',
    hear: (event) => {
      if (!concerns(event, commitment) || !wanted(event.record)) return undefined;
      const { transaction, slot, outcome } = event.record;
      return inContext(slot, {
        signature: transaction.signature,
        err: outcome.error ?? null,
        logs: outcome.logs,
      });
    },
  };
}

function onAccount(context: RpcContext, params: readonly unknown[]): Subscription {
  const address = parse(addressSchema, params[0]);
  const config = parse(configOf(accountConfig), params[1]);
  return {
    kind: 'account',
    hear: (event) => {
      if (
        event.kind !== 'accounts' ||
        event.commitment !== config.commitment ||
        !event.addresses.includes(address)
      )
        return undefined;
      const state = context.ledger.account(address, config.commitment);
      return inContext(
        event.slot,
        state === undefined ? gone : encodeIfThere(context, state, config),
      );
    },
  };
}

function onProgram(context: RpcContext, params: readonly unknown[]): Subscription {
  const program = parse(addressSchema, params[0]);
  const config = parse(configOf({ ...accountConfig, filters: filtersSchema }), params[1]);
  return {
    kind: 'program',
    hear: (event) => {
      if (event.kind !== 'accounts' || event.commitment !== config.commitment) return undefined;
      return event.addresses.flatMap((pubkey) => {
        const state = context.ledger.account(pubkey, config.commitment);
        if (state?.owner !== program || !matchesFilters(state, config.filters)) return [];
        return [inContext(event.slot, { pubkey, account: encodeIfThere(context, state, config) })];
      });
    },
  };
}

/** Notification of a node for a closed account. */
const gone = {
  lamports: 0,
  owner: '11111111111111111111111111111111',
  executable: false,
  rentEpoch: 0,
  space: 0,
  data: ['', 'base64'],
};

function concerns(
  event: LedgerEvent,
  commitment: Commitment,
): event is Extract<LedgerEvent, { kind: 'transaction' }> {
  return event.kind === 'transaction' && event.commitment === commitment;
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidParams(`Invalid params: ${parsed.error.issues[0]?.message ?? 'not valid'}.`);
}
