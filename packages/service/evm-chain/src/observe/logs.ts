import type { ChainEvent, EventPlace } from '@portage/core';
import { isObject, malformedReply } from '@portage/chain-kit';
import { noOrder } from '@portage/evm/contracts';

/**
 * First topics of the events that we follow: `keccak256` of their signatures, compared with the ABI
 * in a test.
 */
export const eventTopics = {
  /**
   * `Deposit(bytes32 indexed id,address indexed depositor,address token,uint256 amount,address payer)`
   */
  deposit: '0xf3e872cfa5da211536683aa5a3747ccd278698599530a72229e99b5da5119539',
  /**
   * `Released(bytes32 indexed id,address indexed depositor,address token,uint256 amount,address to)`
   */
  released: '0x54d5f42edb3022913d4e5463d384e7d7e45cb3e2c74426dc1d4b2ae0dbbb5e89',
  /** `Reclaimed(bytes32 indexed id,address indexed depositor,address token,uint256 amount)` */
  reclaimed: '0x7298ef13797cb8dff31bf759e25fddf7bf68961c7b6213d7b7d3120537c87762',
  /**
   * `Filled(bytes32 indexed orderId,address indexed solver,address indexed to,address token,uint256 amount)`
   */
  filled: '0x55dc9dc169607aad00aae22e3a2a5aed5c0435a0784c890b8ed87e189dda1626',
  /**
   * `PlanExecuted(address indexed owner,bytes32 indexed id,bytes32 planHash,address pulled,address token,uint256 amount)`
   */
  planExecuted: '0x71421ec851a41da62270913282758e337602ff296820fd5f1e5eb9b29d272352',
} as const;

// First topic, number of topics, and digits of data with 0x: two words are 130, three are 194, four
// are 258.
const planExecutedShape = `${eventTopics.planExecuted}/3/258`;
const filledShape = `${eventTopics.filled}/4/130`;
const depositShape = `${eventTopics.deposit}/3/194`;
const releasedShape = `${eventTopics.released}/3/194`;
const reclaimedShape = `${eventTopics.reclaimed}/3/130`;
const depositoryShapes: readonly string[] = [depositShape, releasedShape, reclaimedShape];

/** The contracts whose word counts. */
export interface Contracts {
  readonly depository: string;
  readonly filler: string;
  /** Absent where nobody's swaps are followed. */
  readonly router?: string | undefined;
}

/** Who tells us things. */
export function addressesOf({ depository, filler, router }: Contracts): readonly string[] {
  return [depository, filler, ...(router === undefined ? [] : [router])];
}

/** First topics of what they tell. */
export function topicsOf({ router }: Contracts): readonly string[] {
  const { planExecuted, ...others } = eventTopics;
  return [...Object.values(others), ...(router === undefined ? [] : [planExecuted])];
}

/** The part of an `eth_getLogs` filter that names our contracts and events. */
export function logFilter(contracts: Contracts): {
  readonly address: readonly string[];
  readonly topics: readonly (readonly string[])[];
} {
  return { address: addressesOf(contracts), topics: [topicsOf(contracts)] };
}

/**
 * Our events in the logs of one or more blocks, oldest first. Written by hand on slices of hex,
 * because decoding every log through an ABI costs some sixty times as much; tests compare it with
 * viem. Logs of other contracts are passed over, whoever sent them.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when a log is malformed, was taken back, or is out of order
 */
export function decodeLogs(logs: unknown, contracts: Contracts): ChainEvent[] {
  if (!Array.isArray(logs)) throw malformedReply('list of logs');
  const events: ChainEvent[] = [];
  let previous: EventPlace | undefined;
  let previousIndex = -1;
  for (const log of logs as readonly unknown[]) {
    const raw = readLog(log);
    const sameBlock = previous?.blockHash === raw.blockHash;
    if (
      previous !== undefined &&
      (raw.height < previous.height || (sameBlock && raw.index <= previousIndex))
    )
      throw malformedReply('log: out of order');
    const ordinal = sameBlock && previous?.txId === raw.txId ? previous.ordinal + 1 : 0;
    const place = { txId: raw.txId, ordinal, height: raw.height, blockHash: raw.blockHash };
    const event = decodeEvent(raw, place, contracts);
    if (event === undefined) continue;
    events.push(event);
    previous = place;
    previousIndex = raw.index;
  }
  return events;
}

interface RawLog {
  readonly address: string;
  readonly topics: readonly unknown[];
  readonly data: string;
  readonly txId: string;
  readonly height: number;
  readonly blockHash: string;
  readonly index: number;
}

function readLog(log: unknown): RawLog {
  if (!isObject(log)) throw malformedReply('log');
  const { address, topics, data, transactionHash, blockNumber, blockHash, logIndex } = log;
  if (log['removed'] === true) throw malformedReply('log: it was taken back');
  if (
    typeof address !== 'string' ||
    !Array.isArray(topics) ||
    typeof data !== 'string' ||
    typeof transactionHash !== 'string' ||
    typeof blockHash !== 'string'
  ) {
    throw malformedReply('log');
  }
  const height = Number(blockNumber);
  const index = Number(logIndex);
  if (
    !Number.isSafeInteger(height) ||
    !Number.isSafeInteger(index) ||
    transactionHash.length !== 66 ||
    blockHash.length !== 66
  )
    throw malformedReply('log');
  return {
    address: address.toLowerCase(),
    topics,
    data: data.toLowerCase(),
    txId: transactionHash.toLowerCase(),
    height,
    blockHash: blockHash.toLowerCase(),
    index,
  };
}

function decodeEvent(log: RawLog, place: EventPlace, contracts: Contracts): ChainEvent | undefined {
  const { topics, data } = log;
  if (log.address === contracts.router) return decodePlan(log, place);
  const isFiller = log.address === contracts.filler;
  if (!isFiller && log.address !== contracts.depository) return undefined;
  const shape = `${String(topics[0])}/${String(topics.length)}/${String(data.length)}`;
  if (isFiller && shape === filledShape) {
    const who = {
      orderId: readTopic(topics[1]),
      solver: topicAddress(topics[2]),
      recipient: topicAddress(topics[3]),
    };
    return { type: 'fill', ...place, ...who, ...readMoney(data) };
  }
  if (isFiller || !depositoryShapes.includes(shape)) return undefined;
  const owner = { orderId: readTopic(topics[1]), depositor: topicAddress(topics[2]) };
  if (shape === reclaimedShape)
    return { type: 'release', ...place, ...owner, ...readMoney(data), recipient: owner.depositor };
  const account = wordAddress(data, 2);
  if (shape === depositShape)
    return { type: 'deposit', ...place, ...owner, ...readMoney(data), payer: account };
  return { type: 'release', ...place, ...owner, ...readMoney(data), recipient: account };
}

/** A plan that paid an order is told of by the depository; only one that paid none is news. */
function decodePlan({ topics, data }: RawLog, place: EventPlace): ChainEvent | undefined {
  const shape = `${String(topics[0])}/${String(topics.length)}/${String(data.length)}`;
  if (shape !== planExecutedShape || readTopic(topics[2]) !== noOrder) return undefined;
  return {
    type: 'swap',
    ...place,
    swapId: `0x${data.slice(2, 66)}`,
    owner: topicAddress(topics[1]),
    currency: wordAddress(data, 2),
    amount: wordNumber(data, 3),
  };
}

function readMoney(data: string): { readonly currency: string; readonly amount: bigint } {
  return { currency: wordAddress(data, 0), amount: wordNumber(data, 1) };
}

function readTopic(topic: unknown): string {
  if (typeof topic !== 'string' || topic.length !== 66) throw malformedReply('log topic');
  return topic.toLowerCase();
}

function topicAddress(topic: unknown): string {
  return `0x${readTopic(topic).slice(26)}`;
}

function wordAddress(data: string, word: number): string {
  const start = 2 + word * 64;
  return `0x${data.slice(start + 24, start + 64)}`;
}

function wordNumber(data: string, word: number): bigint {
  const digits = data.slice(2 + word * 64, 66 + word * 64);
  if (!/^[0-9a-f]{64}$/.test(digits)) throw malformedReply('log data');
  return BigInt(`0x${digits}`);
}
