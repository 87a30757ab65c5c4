import {
  isObject,
  readResult,
  type ConnectOptions,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { logsRequest } from './spend/simulatedLogs.js';
import { readInteger, toQuantity } from './rpc/parse.js';

/** Probe of one endpoint. */
type EndpointProbe = NonNullable<ConnectOptions['probe']>;

/** Calls that are asked together: as many as travel in one request at most. */
const callsProbed = 100;
/** Blocks of logs that are asked for: as many as a chain reads together at first. */
const logBlocksProbed = 2_000;
/** Topic that no event has. */
const noTopic = `0x${'00'.repeat(32)}`;

const heightRequest: RpcRequest = { method: 'eth_blockNumber', params: [] };
const tagged = (tag: string): RpcRequest => ({
  method: 'eth_getBlockByNumber',
  params: [tag, false],
});

/**
 * Makes the probe of an EVM endpoint: what it refuses shows its bounds, which the endpoint learns.
 *
 * @param depository - contract whose logs and view are asked for
 */
export function createProbe(depository: string): EndpointProbe {
  return async (endpoint, signal) => {
    const { ask } = endpoint;
    const height = async (): Promise<number> => {
      const [reply] = await ask([heightRequest], signal);
      return readInteger(readResult(reply, heightRequest.method), 'height');
    };
    // The first answer may wait for a connection.
    await height();
    const startedAt = performance.now();
    const newest = await height();
    const latencyMs = Math.round(performance.now() - startedAt);
    const [finalized, safe] = await ask([tagged('finalized'), tagged('safe')], signal);
    const [simulation] = await ask([logsRequest({ to: depository, data: '0x' })], signal);
    const calls = Array.from({ length: callsProbed }, () => heightRequest);
    await ask(calls, signal);
    const filter = {
      address: depository,
      topics: [noTopic],
      fromBlock: toQuantity(Math.max(0, newest - logBlocksProbed + 1)),
      toBlock: toQuantity(newest),
    };
    await ask([{ method: 'eth_getLogs', params: [filter] }], signal);
    const { callsMax = 1, logBlocksMax = Math.min(newest + 1, logBlocksProbed) } =
      endpoint.bounds?.() ?? {};
    return {
      height: newest,
      latencyMs,
      callsMax,
      logBlocksMax,
      finalizedHeight: heightOf(finalized),
      safeHeight: heightOf(safe),
      simulates: simulation?.ok === true,
    };
  };
}

/** Height of a block with a name; null where the endpoint knows none. */
function heightOf(reply: RpcReply | undefined): number | null {
  if (reply?.ok !== true || !isObject(reply.result)) return null;
  return readInteger(reply.result['number'], 'height');
}
