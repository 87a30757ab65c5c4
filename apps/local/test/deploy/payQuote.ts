import type { Quote } from '@portage/core';
import { eventually } from '@portage/testing';
import { createPublicClient, createWalletClient, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Trial } from './trial.js';

/** Quote that is paid, and the service that polls are sent to. */
export interface PaidQuote {
  readonly url: string;
  readonly quote: Quote;
}

/** Transaction of a step, as the interface writes it. */
interface StepTransaction {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: string;
  readonly chainId: number;
}

/**
 * Sends the transactions of a quote, one after the other.
 *
 * @returns the status that its request ends with
 */
export async function payQuote(trial: Trial, { url, quote }: PaidQuote): Promise<string> {
  const items = quote.steps.flatMap((step) => step.items);
  for (const { data } of items) await send(trial, data as unknown as StepTransaction);
  const endpoint = items.at(-1)?.check?.endpoint ?? '';
  const read = async (): Promise<string> => {
    const answer = await fetch(`${url}${endpoint}`);
    return String(((await answer.json()) as { readonly status?: string }).status);
  };
  const ends = ['success', 'refund', 'failure'];
  await eventually(read, (status) => ends.includes(status), { what: 'the end of an order' });
  return read();
}

async function send(
  { networks, keys }: Trial,
  { to, data, value, chainId }: StepTransaction,
): Promise<void> {
  const network = networks.find((each) => each.chainId === chainId);
  const transport = http(network?.rpcUrl);
  const wallet = createWalletClient({ account: privateKeyToAccount(keys.payer), transport });
  const hash = await wallet.sendTransaction({ chain: null, to, data, value: BigInt(value) });
  await createPublicClient({ transport }).waitForTransactionReceipt({ hash });
}
