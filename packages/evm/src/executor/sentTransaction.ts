/** Members of a transaction on its chain that are compared. Addresses are in lower case. */
export interface SentTransaction {
  readonly from: string;
  /** Empty where the transaction makes a contract. */
  readonly to: string;
  readonly value: bigint;
  /** Calldata in lower case, `0x` where there is none. */
  readonly data: string;
}

/** Event of a receipt, all of it in lower case. */
export interface SentLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** End of a transaction by its receipt. */
export interface SentReceipt {
  readonly hasSucceeded: boolean;
  readonly logs: readonly SentLog[];
}

/** A transaction in an answer of `eth_getTransactionByHash`; undefined where it is none. */
export function readSentTransaction(answer: unknown): SentTransaction | undefined {
  if (!isFields(answer)) return undefined;
  const value = answer['value'];
  const data = answer['input'] ?? answer['data'];
  if (typeof answer['from'] !== 'string' || typeof data !== 'string') return undefined;
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) return undefined;
  return {
    from: lower(answer['from']),
    to: lower(answer['to']),
    value: BigInt(value),
    data: lower(data),
  };
}

/** A receipt in an answer of `eth_getTransactionReceipt`; undefined where it is none. */
export function readSentReceipt(answer: unknown): SentReceipt | undefined {
  if (!isFields(answer) || typeof answer['status'] !== 'string') return undefined;
  const logs: readonly unknown[] = Array.isArray(answer['logs']) ? answer['logs'] : [];
  return {
    hasSucceeded: answer['status'] === '0x1',
    logs: logs.filter(isFields).map((log) => {
      const topics: readonly unknown[] = Array.isArray(log['topics']) ? log['topics'] : [];
      return {
        address: lower(log['address']),
        topics: topics.map(lower),
        data: lower(log['data']),
      };
    }),
  };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
