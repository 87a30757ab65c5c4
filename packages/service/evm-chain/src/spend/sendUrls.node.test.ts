import { eventually } from '@portage/testing';
import type { Chain, SignedTransaction } from '@portage/core/chain';
import { keccak256, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';
import { openEvm } from '../../test/openEvm.js';
import { testFill } from '../../test/testFill.js';

let node: TestChain;
let relay: FaultProxy;
/** Ids of the transactions that the private relay received. */
let given: string[] = [];
let closing: AbortController;

beforeAll(async () => {
  node = await deployChain();
  relay = await startFaultProxy(node);
});
afterEach(() => {
  given = [];
  closing.abort();
});
afterAll(async () => {
  await relay.stop();
  await node.stop();
});

/** The chain with a relay that says that it took everything, and keeps it. */
async function open(): Promise<Chain> {
  // The approvals are there already: they would be private as well.
  closing = new AbortController();
  await openEvm(node.config, closing.signal, node.keys);
  closing.abort();
  relay.spoil(({ params: [raw] }) => {
    given.push(keccak256(raw as Hex));
    return Promise.resolve({ result: keccak256(raw as Hex) });
  });
  closing = new AbortController();
  return openEvm(
    { ...node.config, sendUrls: [relay.rpcUrl], sendPublicAfterBlocks: 3 },
    closing.signal,
    node.keys,
  );
}

const statusOf = async (chain: Chain, signed: SignedTransaction): Promise<string | undefined> =>
  (await chain.spend!.inspect([signed]))[0]?.status;

describe('a fill that is sent privately', () => {
  it('is known to the relay alone, and to every node once some blocks passed over it', async () => {
    const chain = await open();
    const { spend, observe } = chain;
    const [signed] = await spend!.prepare([testFill()], await spend!.nextSequence());
    expect(await spend!.broadcast([signed!])).toEqual([{ status: 'accepted' }]);
    expect(given).toEqual([signed!.txId]);
    expect(await statusOf(chain, signed!)).toBe('missing');
    const sentAt = observe.tip()?.value.height ?? 0;
    await eventually(
      () => observe.tip()?.value.height ?? 0,
      (height) => height >= sentAt + 3,
      { what: 'three blocks' },
    );
    expect(await statusOf(chain, signed!)).toBe('missing');
    await spend!.broadcast([signed!]);
    await eventually(
      () => statusOf(chain, signed!),
      (status) => status === 'mined',
      { what: 'the fill in a block' },
    );
  });
});
