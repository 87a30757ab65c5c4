import { toHex } from 'viem';
import { z } from 'zod';
import { originChainId, destinationChainId, type Side } from '../side/startSide.js';
import { inParallel } from './inParallel.js';

const atOnce = 16;
const perBatch = 100;
const hexSchema = z.templateLiteral(['0x', z.string()]);
const quoteSchema = z.object({
  protocol: z.object({ v2: z.object({ orderId: hexSchema }) }),
  steps: z
    .array(
      z.object({
        requestId: z.string(),
        items: z
          .array(
            z.object({ data: z.object({ to: hexSchema, data: hexSchema, value: z.string() }) }),
          )
          .length(1),
      }),
    )
    .length(1),
});

/** Quoted order with the transaction that pays for it. */
export interface Order {
  readonly orderId: string;
  readonly requestId: string;
  readonly deposit: {
    readonly to: `0x${string}`;
    readonly data: `0x${string}`;
    readonly value: bigint;
  };
}

/** Quotes native currency from the origin to the destination, so many orders. */
export function quoteOrders(side: Side, count: number): Promise<readonly Order[]> {
  const [payer, , recipient] = side.description.accounts;
  const body = JSON.stringify({
    user: payer?.address,
    recipient: recipient?.address,
    originChainId,
    destinationChainId,
    amount: '1000000000000000',
    includeProtocolData: true,
  });
  return inParallel(count, atOnce, async () => {
    const { status, text } = await side.ask('/quote/v2', body);
    if (status !== 200) throw new Error(`${side.label} refused a quote: ${text.slice(0, 500)}`);
    const { protocol, steps } = quoteSchema.parse(JSON.parse(text));
    const [step] = steps;
    const deposit = step?.items[0]?.data;
    if (step === undefined || deposit === undefined) throw new Error('The quote has no deposit.');
    return {
      orderId: protocol.v2.orderId,
      requestId: step.requestId,
      deposit: { ...deposit, value: BigInt(deposit.value) },
    };
  });
}

/**
 * Sends deposits to the origin, whose next block has them all: it mines only when asked. The node
 * takes them unsigned, because a thousand signatures take longer than what is measured.
 */
export async function sendDeposits(
  { origin, description }: Side,
  deposits: readonly Order['deposit'][],
): Promise<void> {
  const from = description.accounts[0]?.address;
  await origin.call('evm_setIntervalMining', [0]);
  await origin.call('anvil_autoImpersonateAccount', [true]);
  const first = Number(await origin.call('eth_getTransactionCount', [from, 'pending']));
  const transactions = deposits.map(({ to, data, value }, index) => ({
    from,
    to,
    data,
    value: toHex(value),
    nonce: toHex(first + index),
    gas: toHex(120_000),
    maxFeePerGas: toHex(10_000_000_000),
    maxPriorityFeePerGas: toHex(1_000_000),
  }));
  for (let start = 0; start < transactions.length; start += perBatch)
    await origin.batch(
      'eth_sendTransaction',
      transactions.slice(start, start + perBatch).map((transaction) => [transaction]),
    );
}
