import { z } from 'zod';
import type { SignedOrder } from '../orders/signedOrder.js';
import type { ChainFlows, ChainOf, Flow } from '../model/chain.js';

const pageMax = 100;
const transferType = 12;
/** Status of a transaction that the exchange has carried out. */
const executed = 3;

const pageSchema = z.object({
  txs: z.array(
    z.object({ hash: z.string(), type: z.number(), info: z.string(), status: z.number() }),
  ),
});
const amountSchema = z.union([z.number(), z.string()]).transform((value) => BigInt(value));
const transferSchema = z.object({
  FromAccountIndex: z.number(),
  ToAccountIndex: z.number(),
  Amount: amountSchema,
  Memo: z.union([z.string(), z.array(z.number())]),
});

/** Reads the history of the service's two accounts. An order is found by the memo of a transfer. */
export async function readExchangeFlows(
  { rpcUrl, slug, roles }: ChainOf<'lvm'>,
  orders: readonly SignedOrder[],
): Promise<ChainFlows> {
  const depository = roles.depository.accountIndex;
  const solver = roles.solver.accountIndex;
  const flows = new Map<string, Flow>();
  for (const account of [depository, solver]) {
    for (const { hash, info } of await readTransfers(rpcUrl, account)) {
      const transfer = transferSchema.parse(JSON.parse(info));
      const { FromAccountIndex: from, ToAccountIndex: to, Amount: amount } = transfer;
      const order = orders.find(({ orderId }) => orderId.slice(2) === memoOf(transfer.Memo));
      if (order === undefined) continue;
      const { orderId, origin, destination, refundTo } = order;
      const add = (type: Flow['type']): void => {
        flows.set(`${type}:${hash}`, { type, orderId, txId: hash, amount });
      };
      if (origin.slug === slug && to === depository) add('deposit');
      if (origin.slug === slug && from === depository && String(to) === refundTo) add('refund');
      if (destination.slug === slug && from === solver && String(to) === destination.recipient)
        add('fill');
    }
  }
  return { flows: [...flows.values()], faults: [] };
}

function memoOf(memo: string | readonly number[]): string {
  const text = typeof memo === 'string' ? memo : Buffer.from(memo).toString('hex');
  return text.replace(/^0x/, '').toLowerCase();
}

async function readTransfers(
  url: string,
  account: number,
): Promise<z.infer<typeof pageSchema>['txs']> {
  const found: z.infer<typeof pageSchema>['txs'] = [];
  for (let index = 0; ; index += pageMax) {
    const query = `by=account_index&value=${String(account)}&index=${String(index)}&limit=${String(pageMax)}`;
    const answer = await fetch(`${url}/api/v1/accountTxs?${query}`);
    const { txs } = pageSchema.parse(await answer.json());
    found.push(...txs.filter(({ type, status }) => type === transferType && status === executed));
    if (txs.length < pageMax) return found;
  }
}
