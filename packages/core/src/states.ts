import { assert } from './errors/assert.js';

/**
 * Events of a request, and the status that each leads to from another. `docs/states.md` is
 * generated from this table. A status that is missing in a row ignores that event: a late or
 * repeated event never moves a request.
 *
 * The words are those of `GET /intents/status/v3`.
 */
export const requestTransitions = {
  waiting: {
    depositSent: 'depositing',
    depositRefused: 'failure',
    depositFinal: 'pending',
    depositSeen: 'pending',
    fillConfirmed: 'success',
    refunded: 'refund',
    failed: 'failure',
    timePassed: 'expired',
  },
  // A payment that comes late goes back; one that was made in time may be seen only now.
  expired: {
    depositSent: 'depositing',
    depositRefused: 'failure',
    depositFinal: 'pending',
    depositSeen: 'pending',
    fillConfirmed: 'success',
    refunded: 'refund',
    failed: 'failure',
  },
  depositing: {
    depositRefused: 'failure',
    depositFinal: 'pending',
    depositSeen: 'pending',
    depositLost: 'waiting',
    depositDropped: 'waiting',
    fillConfirmed: 'success',
    refunded: 'refund',
    failed: 'failure',
  },
  pending: {
    fillSent: 'submitted',
    fillConfirmed: 'success',
    depositLost: 'waiting',
    refunded: 'refund',
    failed: 'failure',
  },
  submitted: {
    fillConfirmed: 'success',
    fillDropped: 'pending',
    refunded: 'refund',
    failed: 'failure',
  },
  success: {},
  refund: {},
  failure: {},
} as const satisfies Record<string, Partial<Record<string, string>>>;

/** The public status of a request. */
export type RequestStatus = keyof typeof requestTransitions;

/** Something that happened to a request. */
export type RequestEvent =
  | 'depositSent'
  | 'depositRefused'
  | 'depositSeen'
  | 'depositFinal'
  | 'depositLost'
  /** A deposit that was on its way is gone without having been in a block. */
  | 'depositDropped'
  | 'fillSent'
  | 'fillConfirmed'
  | 'fillDropped'
  | 'refunded'
  | 'failed'
  /** No payment was seen in time. It is not stored: readers tell it by the clock. */
  | 'timePassed';

/** Every status, in the order in which a request usually meets them. */
export const requestStatuses: readonly RequestStatus[] = [
  'waiting',
  'expired',
  'depositing',
  'pending',
  'submitted',
  'success',
  'refund',
  'failure',
];

/** Statuses that nothing leaves. */
export const terminalStatuses: ReadonlySet<RequestStatus> = new Set([
  'success',
  'refund',
  'failure',
]);

/**
 * Status that an event leads to from another; the same status where the event changes nothing.
 *
 * @example
 * ```ts
 * transition('pending', 'fillSent'); // "submitted"
 * transition('success', 'fillDropped'); // "success"
 * ```
 */
export function transition(status: RequestStatus, event: RequestEvent): RequestStatus {
  const row: Partial<Record<RequestEvent, RequestStatus>> = requestTransitions[status];
  assert(
    !terminalStatuses.has(status) || row[event] === undefined,
    'a terminal status is never left',
  );
  return row[event] ?? status;
}

/** The words of `GET /intents/status`, the endpoint without a version, for each status. */
export const legacyStatuses = {
  waiting: 'pending',
  expired: 'pending',
  depositing: 'received',
  pending: 'received',
  submitted: 'pending',
  success: 'success',
  refund: 'fallback',
  failure: 'failure',
} as const satisfies Record<RequestStatus, string>;
