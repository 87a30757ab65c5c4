import type { RelayIntent, Simulation } from '@portage/core/chain';
import { isObject, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { eventTopics, readAddress, readUint } from '@portage/evm/abi';
import { unknownOutcome } from './readOutcome.js';

/** A call as `eth_call` takes it. */
export type CallRequest = Readonly<Record<string, unknown>>;

type ExpectedDeposit = Pick<RelayIntent, 'orderId'> & {
  readonly deposits: NonNullable<RelayIntent['deposits']>;
};

/** Asks what a call on top of the newest block would tell, not only whether it passes. */
export function depositRequest(call: CallRequest): RpcRequest {
  return { method: 'eth_simulateV1', params: [{ blockStateCalls: [{ calls: [call] }] }, 'latest'] };
}

/** Whether a reply to {@link depositRequest} says what the call does. */
export function tellsDeposit(reply: RpcReply): boolean {
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
  if (reply?.ok !== true || !tellsDeposit(reply)) return unknownOutcome;
  const call = firstCall(reply.result);
  if (call?.['status'] !== '0x1') return { status: 'reverts', reason: 'it reverts' };
  const logs: readonly unknown[] = Array.isArray(call['logs']) ? call['logs'] : [];
  const pays = logs.some(
    (log) => amountOf(log, { orderId, deposits }, depository) >= BigInt(deposits.minimum),
  );
  return pays
    ? { status: 'passes' }
    : { status: 'reverts', reason: 'it makes no deposit that pays the order' };
}

function firstCall(result: unknown): Readonly<Record<string, unknown>> | undefined {
  const block: unknown = Array.isArray(result) ? result[0] : undefined;
  const calls: unknown = isObject(block) ? block['calls'] : undefined;
  const call: unknown = Array.isArray(calls) ? calls[0] : undefined;
  return isObject(call) ? call : undefined;
}

/**
 * Amount that one log says was deposited for the order in its currency; -1 for any other log.
 */
function amountOf(
  log: unknown,
  { orderId, deposits }: ExpectedDeposit,
  depository: string,
): bigint {
  if (
    !isObject(log) ||
    typeof log['address'] !== 'string' ||
    typeof log['data'] !== 'string' ||
    !Array.isArray(log['topics'])
  )
    return -1n;
  const topics: readonly unknown[] = log['topics'];
  const [topic, id] = topics;
  if (
    log['address'].toLowerCase() !== depository ||
    topic !== eventTopics.deposit ||
    id !== orderId
  )
    return -1n;
  const words = log['data'].slice(2).toLowerCase();
  if (words.length !== 192 || readAddress(words, 0) !== deposits.currency) return -1n;
  return readUint(words, 1);
}
