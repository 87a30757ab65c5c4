import { z } from 'zod';
import type { SignedOrder } from '../orders/signedOrder.js';
import type { ChainFlows, ChainOf, Flow } from '../model/chain.js';

const satoshiPerBitcoin = 100_000_000;
const blockSchema = z.object({
  tx: z.array(
    z.object({
      txid: z.string(),
      vout: z.array(
        z.object({
          value: z.number(),
          scriptPubKey: z.object({ hex: z.string(), address: z.string().optional() }),
        }),
      ),
    }),
  ),
});

/** Reads every block. An order is found by its id behind OP_RETURN, as bytes or as their text. */
export async function readBitcoinFlows(
  { rpcUrl, slug, roles }: ChainOf<'bvm'>,
  orders: readonly SignedOrder[],
): Promise<ChainFlows> {
  const ask = createCalls(rpcUrl);
  const tip = z.number().parse(await ask('getblockcount'));
  const flows: Flow[] = [];
  const own = orders.filter(({ origin, destination }) =>
    [origin.slug, destination.slug].includes(slug),
  );
  for (let height = 0; height <= tip; height += 1) {
    const block = blockSchema.parse(await ask('getblock', await ask('getblockhash', height), 2));
    for (const { txid: txId, vout } of block.tx) {
      const marks = vout
        .filter(({ scriptPubKey }) => scriptPubKey.hex.startsWith('6a'))
        .map(({ scriptPubKey }) => scriptPubKey.hex);
      const paidTo = (address: string): bigint =>
        vout
          .filter(({ scriptPubKey }) => scriptPubKey.address === address)
          .reduce((sum, { value }) => sum + BigInt(Math.round(value * satoshiPerBitcoin)), 0n);
      for (const { orderId, origin, destination, refundTo } of own) {
        const isNamed = marks.some((mark) => names(mark, orderId));
        const add = (type: Flow['type'], amount: bigint): void => {
          if (amount > 0n) flows.push({ type, orderId, txId, amount });
        };
        if (origin.slug === slug) {
          if (isNamed) add('deposit', paidTo(roles.allocator.address));
          add('refund', paidTo(refundTo));
        }
        if (destination.slug === slug && isNamed) add('fill', paidTo(destination.recipient));
      }
    }
  }
  return { flows, faults: [] };
}

function names(mark: string, orderId: string): boolean {
  const text = Buffer.from(orderId).toString('hex');
  return mark.includes(orderId.slice(2)) || mark.includes(text);
}

function createCalls(url: string): (method: string, ...params: unknown[]) => Promise<unknown> {
  return async (method, ...params) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result } = z.object({ result: z.unknown() }).parse(await answer.json());
    return result;
  };
}
