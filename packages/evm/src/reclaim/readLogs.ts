import { readAddress, readUint } from '../abi/reader.js';
import { isFields } from './escrow.js';

/** Event of a depository about one escrow. */
export interface EscrowLog {
  readonly depository: string;
  readonly topic: string;
  readonly orderId: string;
  readonly depositor: string;
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
  /** Third word of the event: a time, or an account, by the topic. 0 where it has two. */
  readonly more: bigint;
  readonly txId: string;
}

/**
 * Reads the events whose topics are an order and a depositor, and whose data begin with a currency
 * and an amount. Every event of a depository about an escrow looks so.
 */
export function readLogs(logs: unknown): readonly EscrowLog[] {
  if (!Array.isArray(logs)) return [];
  return logs.flatMap((log: unknown) => {
    const entry = readLog(log);
    return entry === undefined ? [] : [entry];
  });
}

function readLog(log: unknown): EscrowLog | undefined {
  if (!isFields(log) || !Array.isArray(log['topics'])) return undefined;
  const [topic, orderId, depositor, ...more] = log['topics'].map((entry) => lower(entry));
  const data = lower(log['data']).slice(2);
  if (topic === undefined || orderId === undefined || depositor === undefined) return undefined;
  if (more.length > 0 || data.length < 128 || !/^[0-9a-f]*$/.test(data)) return undefined;
  return {
    depository: lower(log['address']),
    topic,
    orderId,
    depositor: readAddress(depositor.slice(2), 0),
    currency: readAddress(data, 0),
    amount: readUint(data, 1),
    more: readUint(data, 2),
    txId: lower(log['transactionHash']),
  };
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
