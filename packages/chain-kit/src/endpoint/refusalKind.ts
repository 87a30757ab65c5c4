/** Refusal of a call by a host or its node, with its words, which hold no key. */
export interface EndpointRefusal {
  /** HTTP status; undefined for a refusal in a success. */
  readonly status?: number | undefined;
  /** Code of JSON-RPC; undefined for a refusal of the whole exchange. */
  readonly code?: number | undefined;
  /** Method that was asked for; undefined for a refusal of the whole exchange. */
  readonly method?: string | undefined;
  /** Whether it refuses calls because they came together. */
  readonly isBatch?: boolean | undefined;
  readonly words: string;
}

/** Kinds of refusals: few, as each is a label of a metric. */
export type RefusalKind = 'rate' | 'batch' | 'range' | 'method' | 'pruned' | 'other';

/** HTTP statuses of a host that is asked too often: 402 where the credit of a key is spent. */
const rateStatuses: readonly unknown[] = [402, 429];
/** Codes of JSON-RPC with that meaning: Alchemy; proxyd of the OP stack. */
const rateCodes: readonly unknown[] = [429, -32016];
/** Codes of JSON-RPC for a method that is not offered: JSON-RPC 2.0; Besu. */
const methodCodes: readonly unknown[] = [-32601, -32604];

const rateWords =
  /rate.?limit|too many requests|request (?:count|limit)|compute units|throughput|quota|credits|capacity|throttl/i;
const rangeWords =
  /\brange\b|blockrange|blocks? distance|too many blocks|query returned more than/i;
const methodWords =
  /method.{0,60}(?:not (?:found|available|supported|whitelisted|allowed|enabled)|does not exist)/i;
/** Words of nodes that dropped the state: geth, Erigon and reth, Nethermind, Besu, and hosts. */
const prunedWords =
  /missing trie node|pruned|historical state|old data not available|archive|no state available|world state unavailable/i;
/** The contract refused, not the host. */
const contractWords = /revert/i;

/** Methods that ask for events of a range of blocks. */
const rangeMethods: readonly unknown[] = ['eth_getLogs', undefined];

/**
 * Kind of a refusal; undefined for one by a contract, which is an answer.
 *
 * @example
 * ```ts
 * refusalKind({ status: 429, words: 'too many requests' }); // 'rate'
 * ```
 */
export function refusalKind(refusal: EndpointRefusal): RefusalKind | undefined {
  const { status, code, method, isBatch = false, words } = refusal;
  if (isBatch) return 'batch';
  if (code === 3 || contractWords.test(words)) return undefined;
  if (rateStatuses.includes(status) || rateCodes.includes(code)) return 'rate';
  if (methodCodes.includes(code) || methodWords.test(words)) return 'method';
  if (prunedWords.test(words)) return 'pruned';
  if (rateWords.test(words)) return 'rate';
  return rangeMethods.includes(method) && rangeWords.test(words) ? 'range' : 'other';
}
