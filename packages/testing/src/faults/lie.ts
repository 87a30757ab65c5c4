import type { AnswerFault, RpcLog } from './fault.js';
import { isObject, toQuantity, type RpcAnswer, type RpcCall } from './rpcMessage.js';

/** Asks the real node for values that make a lie consistent. */
export type AskTarget = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Changes a call to the one that a node with this fault would answer. */
export async function distortCall(
  fault: AnswerFault,
  call: RpcCall,
  ask: AskTarget,
): Promise<RpcCall> {
  if (fault.type !== 'stale' || !Array.isArray(call.params)) return call;
  const head = toQuantity(Math.max(0, Number(await ask('eth_blockNumber', [])) - fault.blocks));
  const aged = (param: unknown): unknown => {
    if (param === 'latest') return head;
    return isObject(param)
      ? Object.fromEntries(
          Object.entries(param).map(([name, value]) => [
            name,
            value === 'latest' && name.endsWith('Block') ? head : value,
          ]),
        )
      : param;
  };
  return { ...call, params: call.params.map(aged) };
}

/** Changes an answer to the one that a node with this fault would give. */
export async function distortAnswer(
  fault: AnswerFault,
  call: RpcCall,
  answer: RpcAnswer,
  ask: AskTarget,
): Promise<RpcAnswer> {
  const { result } = answer;
  const params: readonly unknown[] = Array.isArray(call.params) ? call.params : [];
  switch (fault.type) {
    case 'rpcError':
      return {
        jsonrpc: '2.0',
        id: answer['id'],
        error: { code: fault.code, message: fault.message },
      };
    case 'feign':
      return { jsonrpc: '2.0', id: answer['id'], result: fault.result(params) };
    case 'falsify': {
      const told = fault.result(result, params);
      // A node that refused may tell a result all the same.
      return told === undefined ? answer : { jsonrpc: '2.0', id: answer['id'], result: told };
    }
    case 'stale':
      return call.method === 'eth_blockNumber'
        ? { ...answer, result: toQuantity(Math.max(0, Number(result) - fault.blocks)) }
        : answer;
    case 'wrongChainId':
      if (call.method === 'eth_chainId') return { ...answer, result: toQuantity(fault.chainId) };
      return call.method === 'net_version' ? { ...answer, result: String(fault.chainId) } : answer;
    case 'nullReceipt':
      return call.method === 'eth_getTransactionReceipt' ? { ...answer, result: null } : answer;
    case 'swapReceiptStatus':
      if (call.method !== 'eth_getTransactionReceipt' || !isObject(result)) return answer;
      return {
        ...answer,
        result: { ...result, status: result['status'] === '0x1' ? '0x0' : '0x1' },
      };
    case 'dropLog':
      if (call.method === 'eth_getLogs' && Array.isArray(result))
        return { ...answer, result: result.filter((log) => !isFrom(log, fault.address)) };
      if (
        call.method !== 'eth_getTransactionReceipt' ||
        !isObject(result) ||
        !Array.isArray(result['logs'])
      )
        return answer;
      return {
        ...answer,
        result: { ...result, logs: result['logs'].filter((log) => !isFrom(log, fault.address)) },
      };
    case 'inventLog':
      if (call.method !== 'eth_getLogs' || !Array.isArray(result)) return answer;
      return {
        ...answer,
        result: [
          ...(result as readonly unknown[]),
          { ...fault.log, ...(await placeOf(call, ask)) },
        ],
      };
  }
}

function isFrom(log: unknown, address: string | undefined): boolean {
  return (
    address === undefined ||
    (isObject(log) && String(log['address']).toLowerCase() === address.toLowerCase())
  );
}

/** Block that a filter asks for, as members of a log. No members for a range of blocks. */
async function placeOf({ params }: RpcCall, ask: AskTarget): Promise<RpcLog> {
  const filter: unknown = Array.isArray(params) ? params[0] : undefined;
  if (!isObject(filter) || typeof filter['blockHash'] !== 'string') return {};
  const block = await ask('eth_getBlockByHash', [filter['blockHash'], false]);
  return isObject(block) ? { blockHash: block['hash'], blockNumber: block['number'] } : {};
}
