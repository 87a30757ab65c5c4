import { isRecord } from './transport/isRecord.js';

/**
 * Members of a status answer that could be read. Plain JSON: it is stored inside a `Progress`.
 */
export interface StatusUpdate {
  /** Word of the service. Words that this client does not know count as "not ended". */
  readonly status: string;
  readonly requestId?: string;
  readonly details?: string;
  /** Transactions of the payer. */
  readonly inTxHashes: readonly string[];
  /** Transactions of the solver. */
  readonly txHashes: readonly string[];
  /** Milliseconds since 1970. */
  readonly updatedAt?: number;
  readonly originChainId?: number;
  readonly destinationChainId?: number;
  readonly failReason?: string;
  readonly refundFailReason?: string;
  /** Amount that the recipient got, in smallest units. */
  readonly amountOut?: string;
}

/** End of a request. */
export type Outcome = 'success' | 'refund' | 'failure';

/** Words that end a request, those of older endpoints included. */
const outcomes: Readonly<Record<string, Outcome>> = {
  success: 'success',
  refund: 'refund',
  refunded: 'refund',
  fallback: 'refund',
  failure: 'failure',
};

/**
 * Reads the end of a request from a status; undefined before the end, and for unknown words.
 *
 * @example
 * ```ts
 * outcomeOf('refunded'); // 'refund'
 * outcomeOf('pending'); // undefined
 * ```
 */
export function outcomeOf(status: string): Outcome | undefined {
  return Object.hasOwn(outcomes, status) ? outcomes[status] : undefined;
}

/**
 * Reads a status body; undefined where it has neither a status nor the boolean success flag.
 */
export function readStatus(body: unknown): StatusUpdate | undefined {
  if (!isRecord(body)) return undefined;
  const status = typeof body['status'] === 'string' ? body['status'] : flagStatus(body['success']);
  if (status === undefined) return undefined;
  return {
    status,
    inTxHashes: texts(body['inTxHashes']),
    txHashes: texts(body['txHashes']),
    ...pick(body, 'string', [
      'requestId',
      'details',
      'failReason',
      'refundFailReason',
      'amountOut',
    ]),
    ...pick(body, 'number', ['updatedAt', 'originChainId', 'destinationChainId']),
  };
}

function flagStatus(success: unknown): string | undefined {
  if (typeof success !== 'boolean') return undefined;
  return success ? 'success' : 'pending';
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

interface Kinds {
  string: string;
  number: number;
}

function pick<Kind extends keyof Kinds, Name extends string>(
  body: Record<string, unknown>,
  kind: Kind,
  names: readonly Name[],
): { [Member in Name]?: Kinds[Kind] } {
  // Every member that is kept has just been seen to be of its kind.
  return Object.fromEntries(
    names.filter((name) => typeof body[name] === kind).map((name) => [name, body[name]]),
  ) as { [Member in Name]?: Kinds[Kind] };
}
