import type { ChainEvent, EventPlace } from '@portage/core/chain';
import { isObject, malformedReply } from '@portage/chain-kit';
import { eventTopics, serviceTopics, readAddress, readUint, readWord } from '@portage/evm/abi';
import { noOrder } from '@portage/evm/contracts';

// First topic, number of topics, and digits of data: a word has 64.
const planExecutedShape = `${eventTopics.planExecuted}/3/256`;
const filledShape = `${eventTopics.filled}/4/128`;
const depositShape = `${eventTopics.deposit}/3/192`;
const releasedShape = `${eventTopics.released}/3/192`;
// Nothing but its nonce is read: the releases before it say the rest.
const withdrawnShape = `${serviceTopics.withdrawn}/4/64`;
const reclaimRequestedShape = `${eventTopics.reclaimRequested}/3/192`;
const reclaimedShape = `${eventTopics.reclaimed}/3/128`;
const depositoryShapes: readonly string[] = [
  depositShape,
  releasedShape,
  reclaimRequestedShape,
  reclaimedShape,
];

/** Contracts whose events are read. */
export interface Contracts {
  readonly depository: string;
  readonly filler: string;
  /** Absent where no swaps are followed. */
  readonly router?: string | undefined;
  /** Tokens that may be transferred to the depository directly; none where that is not taken. */
  readonly tokens?: readonly string[] | undefined;
}

/** Addresses of the contracts whose events are read. */
export function addressesOf({ depository, filler, router }: Contracts): readonly string[] {
  return [depository, filler, ...(router === undefined ? [] : [router])];
}

/** First topics of their events. */
export function topicsOf({ router }: Contracts): readonly string[] {
  const { planExecuted, ...others } = eventTopics;
  return [
    ...Object.values(others),
    serviceTopics.withdrawn,
    ...(router === undefined ? [] : [planExecuted]),
  ];
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
  const list: readonly unknown[] = logs;
  const events: ChainEvent[] = [];
  let previous: EventPlace | undefined;
  let previousIndex = -1;
  for (const log of list) {
    const raw = readLog(log);
    const sameBlock = previous?.blockHash === raw.blockHash;
    if (
      previous !== undefined &&
      (raw.height < previous.height || (sameBlock && raw.index <= previousIndex))
    )
      throw malformedReply('log: out of order');
    const ordinal = sameBlock && previous?.txId === raw.txId ? previous.ordinal + 1 : 0;
    const place = { txId: raw.txId, ordinal, height: raw.height, blockHash: raw.blockHash };
    if (isWithdrawn(raw, contracts)) {
      nameReleases(events, raw);
      continue;
    }
    const event = decodeEvent(raw, place, contracts);
    if (event === undefined) continue;
    events.push(event);
    previous = place;
    previousIndex = raw.index;
  }
  return events;
}

/** Whether the depository says which nonce paid the releases before. */
function isWithdrawn({ address, topics, data }: RawLog, { depository }: Contracts): boolean {
  return (
    address === depository &&
    `${String(topics[0])}/${String(topics.length)}/${String(data.length)}` === withdrawnShape
  );
}

/** Gives the events of a release its nonce: those of its transaction that have none yet. */
function nameReleases(events: ChainEvent[], { txId, topics }: RawLog): void {
  const nonce = readTopic(topics[1]);
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at];
    if (event?.type !== 'release' || event.txId !== txId || event.nonce !== undefined) return;
    events[at] = { ...event, nonce };
  }
}

interface RawLog {
  readonly address: string;
  readonly topics: readonly unknown[];
  /** Words of the event, lower-case hex without 0x. */
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
    data: data.slice(2).toLowerCase(),
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
  if (shape === reclaimedShape) return { type: 'reclaim', ...place, ...owner, ...readMoney(data) };
  if (shape === reclaimRequestedShape)
    return {
      type: 'reclaimRequest',
      ...place,
      ...owner,
      ...readMoney(data),
      readyAt: Number(readAmount(data, 2)),
    };
  const account = readAddress(data, 2);
  if (shape === depositShape)
    return { type: 'deposit', ...place, ...owner, ...readMoney(data), payer: account };
  return { type: 'release', ...place, ...owner, ...readMoney(data), recipient: account };
}

/** The depository reports a plan that paid an order; only one that paid none is news. */
function decodePlan({ topics, data }: RawLog, place: EventPlace): ChainEvent | undefined {
  const shape = `${String(topics[0])}/${String(topics.length)}/${String(data.length)}`;
  if (shape !== planExecutedShape || readTopic(topics[2]) !== noOrder) return undefined;
  return {
    type: 'swap',
    ...place,
    swapId: `0x${readWord(data, 0)}`,
    owner: topicAddress(topics[1]),
    currency: readAddress(data, 2),
    amount: readAmount(data, 3),
  };
}

function readMoney(data: string): { readonly currency: string; readonly amount: bigint } {
  return { currency: readAddress(data, 0), amount: readAmount(data, 1) };
}

function readAmount(data: string, at: number): bigint {
  if (!/^[0-9a-f]{64}$/.test(readWord(data, at))) throw malformedReply('log data');
  return readUint(data, at);
}

function readTopic(topic: unknown): string {
  if (typeof topic !== 'string' || topic.length !== 66) throw malformedReply('log topic');
  return topic.toLowerCase();
}

function topicAddress(topic: unknown): string {
  return `0x${readTopic(topic).slice(26)}`;
}
