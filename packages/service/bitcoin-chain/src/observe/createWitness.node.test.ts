import { orderMarkScript } from '@portage/bitcoin/transaction';
import type { Chain, ChainEvent } from '@portage/core/chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBitcoin } from '../../test/openBitcoin.js';
import { startChain, type TestChain } from '../../test/startChain.js';
import { signTransaction } from '../spend/signTransaction.js';

/** A node, and one of another chain, whose Esplora knows nothing of the first. */
let node: TestChain;
let other: TestChain;
const closing = new AbortController();

beforeAll(async () => {
  [node, other] = await Promise.all([startChain(), startChain()]);
});
afterAll(async () => {
  closing.abort();
  await Promise.all([node.stop(), other.stop()]);
});

const open = (esploraUrls: readonly string[]): Promise<Chain> =>
  openBitcoin({ ...node.config, esploraUrls }, closing.signal, node.keys);

/** A deposit on which two blocks stand. */
async function deposit(chain: Chain): Promise<ChainEvent> {
  const payer = node.user(0);
  const coin = await node.fund(payer, 20_000n);
  const bytes = signTransaction(
    [payer.key],
    [coin],
    [
      { script: node.vault.key.script, value: 15_000n },
      {
        script: orderMarkScript({ orderIds: [`0x${'5b'.repeat(32)}`] }, 'compact', 'regtest'),
        value: 0n,
      },
    ],
  );
  const txId = await node.ask('sendrawtransaction', Buffer.from(bytes).toString('hex'), 0);
  await node.controls.mine(2);
  const [event] = await chain.observe.trace(String(txId));
  return event!;
}

describe('money that waits for more blocks than the least', () => {
  it('S11: is confirmed only where Esplora has it in the same block as Core', async () => {
    const agreeing = await open([node.esploraUrl]);
    const event = await deposit(agreeing);
    const disagreeing = await open([other.esploraUrl]);
    const divided = await open([node.esploraUrl, other.esploraUrl]);
    expect(await agreeing.observe.confirm([event], undefined, 2)).toEqual([true]);
    expect(await disagreeing.observe.confirm([event], undefined, 2)).toEqual([false]);
    expect(await divided.observe.confirm([event], undefined, 2)).toEqual([false]);
    // Less than that is Core's word alone.
    expect(await disagreeing.observe.confirm([event], undefined, 1)).toEqual([true]);
  });

  it('S11: is confirmed by those of Esplora that answer', async () => {
    const event = await deposit(await open([node.esploraUrl]));
    // Nothing listens there.
    const silent = 'http://127.0.0.1:1';
    const half = await open([node.esploraUrl, silent]);
    expect(await half.observe.confirm([event], undefined, 2)).toEqual([true]);
  });

  it('S11: never believes Esplora against Core', async () => {
    const chain = await open([node.esploraUrl]);
    const event = await deposit(chain);
    const moved = { ...event, blockHash: 'ab'.repeat(32) };
    const more = { ...event, amount: 99_000n } as ChainEvent;
    expect(await chain.observe.confirm([moved, more, event], undefined, 2)).toEqual([
      false,
      false,
      true,
    ]);
  });
});
