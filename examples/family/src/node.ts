import type { InstantNode, NodeTransaction } from '@portage/chain-kit/instant';
import type { ChainEvent } from '@portage/core/chain';
import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';

const amount = amountSchema.transform((text) => BigInt(text));
const cursor = { height: z.number().int().min(0), hash: z.string(), time: z.number() };
const place = { txId: z.string(), ordinal: z.number(), height: z.number(), blockHash: z.string() };
const money = { ...place, currency: z.string(), amount };
const ofOrder = { ...money, orderId: z.string().regex(/^0x[0-9a-f]{64}$/) };
const [depositor, recipient] = [z.string(), z.string()];
const event: z.ZodType<ChainEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deposit'), ...ofOrder, depositor, payer: z.string() }),
  z.object({ type: z.literal('fill'), ...ofOrder, solver: z.string(), recipient }),
  z.object({ type: z.literal('release'), ...ofOrder, depositor, recipient }),
  z.object({ type: z.literal('transfer'), ...money, sender: z.string() }),
]);
const events = z.array(event);

const status = z.object({ chainId: z.number(), fee: amount, tip: z.object(cursor) });
const blocks = z.array(z.object({ ...cursor, parent: z.string(), events }));
const account = z.object({ sequence: amount, balances: z.record(z.string(), amount) });
const included = { height: z.number(), blockHash: z.string(), fee: amount, events };
const transaction: z.ZodType<NodeTransaction> = z.nullable(
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('pending') }),
    z.object({ state: z.enum(['mined', 'reverted']), ...included }),
  ]),
);

const blocksMax = 100;

/** Questions to a node of Tally, and the shapes of its answers. */
export const tallyNode: InstantNode = {
  status: () => ({ method: 'tally_status', params: [], answer: status }),
  blocks: (from) => ({ method: 'tally_blocks', params: [from, blocksMax], answer: blocks }),
  account: (address) => ({ method: 'tally_account', params: [address], answer: account }),
  transaction: (txId) => ({ method: 'tally_transaction', params: [txId], answer: transaction }),
  send: (raw) => ({ method: 'tally_send', params: [new TextDecoder().decode(raw)] }),
};
