import {
  isObject,
  readResult,
  type ConnectOptions,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { logsRequest } from './spend/simulatedLogs.js';
import { readInteger, toQuantity } from './rpc/parse.js';
import { taggedRequest } from './rpc/taggedRequest.js';

/** Probe of one endpoint. */
type EndpointProbe = NonNullable<ConnectOptions['probe']>;

/** Calls that are asked together: as many as travel in one request at most. */
const callsProbed = 100;
/** Blocks of logs that are asked for: as many as a chain reads together at first. */
const logBlocksProbed = 2_000;
/**
 * Blocks back whose state is asked for: full nodes of go-ethereum keep 128, those of reth and
 * Erigon some 10,000, archives all.
 */
const stateDepths: readonly number[] = [100, 10_000, Number.POSITIVE_INFINITY];
/** Topic that no event has. */
const noTopic = `0x${'00'.repeat(32)}`;

const heightRequest: RpcRequest = { method: 'eth_blockNumber', params: [] };

/**
 * Makes the probe of an EVM endpoint: what it refuses shows its bounds, which the endpoint learns.
 * Eight calls; a thorough one makes a hundred more, and looks for the longest range of logs.
 *
 * @param depository - contract whose logs, state and view are asked for
 */
export function createProbe(depository: string): EndpointProbe {
  return async (endpoint, signal, { isThorough = false } = {}) => {
    const { ask, askWhole = ask } = endpoint;
    const askBriefly = isThorough ? ask : askWhole;
    const height = async (): Promise<number> => {
      const [reply] = await ask([heightRequest], signal);
      return readInteger(readResult(reply, heightRequest.method), 'height');
    };
    // The first answer may wait for a connection.
    if (isThorough) await height();
    const startedAt = performance.now();
    const newest = await height();
    const latencyMs = Math.round(performance.now() - startedAt);
    const [finalized, safe, simulation, ...states] = await askBriefly(
      [
        taggedRequest('finalized'),
        taggedRequest('safe'),
        logsRequest({ to: depository, data: '0x' }),
        ...stateDepths.map((depth) => stateRequest(depository, { newest, depth })),
      ],
      signal,
    );
    if (isThorough) await ask(new Array<RpcRequest>(callsProbed).fill(heightRequest), signal);
    await askBriefly([logRequest(depository, newest)], signal);
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
      stateBlocks: stateBlocksOf(states, newest),
    };
  };
}

/** State some blocks back; the oldest is that after the first block. */
function stateRequest(
  account: string,
  { newest, depth }: { readonly newest: number; readonly depth: number },
): RpcRequest {
  const height = Math.max(Math.min(1, newest), newest - depth);
  const params = [account, toQuantity(height)];
  const method = 'eth_getBalance';
  return Number.isFinite(depth) ? { method, params } : { method, params, needs: 'archive' };
}

/** Blocks back from the newest up to the oldest state that was told. */
function stateBlocksOf(states: readonly RpcReply[], newest: number): number {
  const told = stateDepths.filter((_, index) => states[index]?.ok === true);
  return Math.min(Math.max(0, ...told), newest);
}

/** Logs of the newest blocks that nobody wrote. */
function logRequest(address: string, newest: number): RpcRequest {
  const fromBlock = toQuantity(Math.max(0, newest - logBlocksProbed + 1));
  const filter = { address, topics: [noTopic], fromBlock, toBlock: toQuantity(newest) };
  return { method: 'eth_getLogs', params: [filter] };
}

/** Height of a block with a name; null where the endpoint knows none. */
function heightOf(reply: RpcReply | undefined): number | null {
  if (reply?.ok !== true || !isObject(reply.result)) return null;
  return readInteger(reply.result['number'], 'height');
}
