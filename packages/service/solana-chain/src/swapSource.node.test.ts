import { createEndpoint, createRpc } from '@portage/chain-kit';
import type { SwapRequest } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { wrappedSol } from '@portage/solana/program';
import { testSwapSource } from '@portage/testing/conformance';
import { startChain } from '../test/startChain.js';
import { createPoolMemory, readPools } from './swap/createPoolMemory.js';
import { createPoolSource } from './swap/createPoolSource.js';
import { decodeSwap } from './swap/swapCall.js';

/** The pools of a devnet as a swap source, over the real SVM. */
testSwapSource('of test pools on Solana', async () => {
  const node = await startChain();
  const signal = new AbortController().signal;
  const { program, pools, tokens } = node.testPools;
  const endpoint = createEndpoint(node.rpcUrl, { timeoutMs: 10_000, responseBytesMax: 1_000_000 });
  const rpc = createRpc([endpoint], { busyCodes: [] });
  const places = pools.map(({ address }) => ({ address, program }));
  const known = await readPools(places, { rpc, chainName: 'solana' }, signal);
  // The clock goes on with every look at it, so that an age that is asked for late is another one.
  let now = 1_000_000;
  const memory = createPoolMemory(known, () => (now += 1));
  let readAt = now;
  const refresh = async (): Promise<void> => {
    now += 60_000;
    const requests = memory.requests();
    readAt = now;
    memory.apply(await rpc.ask(requests, signal));
    now += 60_000;
  };
  await refresh();
  const port = tokens.port.address;
  const bounds = { hopsMax: 3, partsMax: 3 };
  const requestOf = (
    tokenIn: string,
    tokenOut: string,
    type: SwapRequest['type'],
    amount: bigint,
  ): SwapRequest => ({ ...bounds, tokenIn, tokenOut, type, amount });
  const addresses = pools.map(({ address }) => address);
  return {
    source: createPoolSource({ id: 'test-pools', program, pools: addresses, memory }),
    codec: solanaCodec,
    requests: (['EXACT_INPUT', 'EXACT_OUTPUT'] as const).flatMap((type) => [
      requestOf(port, node.usdc, type, 12_345_678n),
      requestOf(node.usdc, wrappedSol, type, 1_234_567n),
      requestOf(node.usdc, port, type, 99_999_999n),
    ]),
    recipient: node.user(1).publicKey.toBase58(),
    readAt: () => readAt,
    refresh,
    readCall: ({ data }) => {
      const { type, amount, limit } = decodeSwap(data);
      const [amountIn, amountOut] = type === 'EXACT_INPUT' ? [amount, limit] : [limit, amount];
      return { amountIn, amountOut };
    },
    isBoundByTransaction: true,
    close: () => node.stop(),
  };
});
