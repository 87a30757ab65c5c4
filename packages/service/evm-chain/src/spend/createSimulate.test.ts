import type { Rpc, RpcReply } from '@portage/chain-kit';
import type { RelayIntent, Simulation } from '@portage/core/chain';
import { serviceErrors } from '@portage/evm/abi';
import { describe, expect, it } from 'vitest';
import { createSimulate, type DescribedCall } from './createSimulate.js';

const account = (byte: string): string => `0x${byte.repeat(20)}`;
const intent: RelayIntent = {
  type: 'relay',
  orderId: `0x${'11'.repeat(32)}`,
  key: 'permit',
  to: account('aa'),
  data: '0x12345678',
  gasLimit: 100_000,
  value: 0n,
};
const refused: RpcReply = {
  ok: false,
  error: { code: 3, message: 'execution reverted', data: serviceErrors.InvalidSignature },
};

/** Simulates on an endpoint that gives one reply, which counts or does not. */
async function simulated(state: DescribedCall['state']): Promise<Simulation | undefined> {
  const askInTurn: Rpc['askInTurn'] = (requests, { counts }) =>
    Promise.resolve(requests.map((_, at) => (counts(refused, at) ? refused : undefined)));
  const simulate = createSimulate({
    // Nothing else is asked of the endpoints here.
    rpc: { askInTurn } as Rpc,
    sender: account('bb'),
    depository: account('cc'),
    fees: () => ({ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }),
    describe: () =>
      Promise.resolve({
        call: { to: intent.to, value: 0n, data: '0x12345678' },
        gas: 100_000n,
        state,
      }),
  });
  return (await simulate([intent]))[0];
}

describe('a call that reverts with InvalidSignature()', () => {
  it('reverts on the state as it is: Permit2 has the same error as the depository', async () => {
    expect(await simulated(undefined)).toMatchObject({ status: 'reverts' });
  });

  it('says nothing where an endpoint may have ignored the state beside it', async () => {
    expect(await simulated({ [account('dd')]: { stateDiff: {} } })).toMatchObject({
      status: 'unknown',
    });
  });
});
