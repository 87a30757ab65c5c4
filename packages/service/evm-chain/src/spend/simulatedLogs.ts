import type { FillIntent, RelayIntent, Simulation } from '@portage/core/chain';
import { isObject, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { eventTopics, readAddress, readUint } from '@portage/evm/abi';
import { unknownOutcome } from './readOutcome.js';

/** A call as `eth_call` takes it. */
export type CallRequest = Readonly<Record<string, unknown>>;

type ExpectedDeposit = Pick<RelayIntent, 'orderId'> & {
  readonly deposits: NonNullable<RelayIntent['deposits']>;
};

/** Asks what a call on top of the newest block would tell, not only whether it passes. */
export function logsRequest(call: CallRequest): RpcRequest {
  return { method: 'eth_simulateV1', params: [{ blockStateCalls: [{ calls: [call] }] }, 'latest'] };
}

/** Whether a reply to {@link logsRequest} says what the call does. */
export function tellsLogs(reply: RpcReply): boolean {
  return reply.ok && /^0x[01]$/.test(String(firstCall(reply.result)?.['status']));
}

/**
 * Whether the call passes and one deposit in the depository pays the order; what other contracts
 * tell counts for nothing.
 */
export function readDeposit(
  reply: RpcReply | undefined,
  { orderId, deposits }: ExpectedDeposit,
  depository: string,
): Simulation {
  if (reply?.ok !== true || !tellsLogs(reply)) return unknownOutcome;
  const logs = logsOf(reply);
  if (logs === undefined) return { status: 'reverts', reason: 'it reverts' };
  const { currency, minimum } = deposits;
  const paid = { id: orderId, topic: eventTopics.deposit, currency, words: 3 };
  const pays = logs.some((log) => (amountOf(log, paid, depository) ?? -1n) >= BigInt(minimum));
  return pays
    ? { status: 'passes' }
    : { status: 'reverts', reason: 'it makes no deposit that pays the order' };
}

/**
 * Amount that a fill pays for its order, in the currency of the order; undefined where the reply
 * does not tell.
 */
export function readPaid(
  reply: RpcReply | undefined,
  { orderId, currency }: Pick<FillIntent, 'orderId' | 'currency'>,
  filler: string,
): bigint | undefined {
  const paid = { id: orderId, topic: eventTopics.filled, currency, words: 2 };
  const [first] = (logsOf(reply) ?? []).flatMap((log) => {
    const amount = amountOf(log, paid, filler);
    return amount === undefined ? [] : [amount];
  });
  return first;
}

/** Events of the call; undefined where it reverts or the node does not tell. */
function logsOf(reply: RpcReply | undefined): readonly unknown[] | undefined {
  if (reply?.ok !== true || !tellsLogs(reply)) return undefined;
  const call = firstCall(reply.result);
  if (call?.['status'] !== '0x1') return undefined;
  const logs: readonly unknown[] = Array.isArray(call['logs']) ? call['logs'] : [];
  return logs;
}

function firstCall(result: unknown): Readonly<Record<string, unknown>> | undefined {
  const block: unknown = Array.isArray(result) ? result[0] : undefined;
  const calls: unknown = isObject(block) ? block['calls'] : undefined;
  const call: unknown = Array.isArray(calls) ? calls[0] : undefined;
  return isObject(call) ? call : undefined;
}

/** An event that tells of money: currency and amount are its first two words. */
interface MoneyEvent {
  readonly id: string;
  readonly topic: string;
  readonly currency: string;
  /** Number of words of its data. */
  readonly words: number;
}

/** Amount that one log of a contract tells for an order in a currency; undefined for any other. */
function amountOf(
  log: unknown,
  { id, topic, currency, words }: MoneyEvent,
  contract: string,
): bigint | undefined {
  if (
    !isObject(log) ||
    typeof log['address'] !== 'string' ||
    typeof log['data'] !== 'string' ||
    !Array.isArray(log['topics'])
  )
    return undefined;
  const topics: readonly unknown[] = log['topics'];
  if (log['address'].toLowerCase() !== contract || topics[0] !== topic || topics[1] !== id)
    return undefined;
  const data = log['data'].slice(2).toLowerCase();
  if (data.length !== 64 * words || readAddress(data, 0) !== currency) return undefined;
  return readUint(data, 1);
}
