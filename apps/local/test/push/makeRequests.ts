import type { Quote } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import type { Devnet } from '@portage/devnet';
import { post, sendSteps } from '../../../service/test/transfer.js';
import { pause } from '../soak/startLiars.js';
import type { TrialApp } from './openApps.js';

/** Smallest units of the origin's native currency that a request pays. */
const amount = '1000000000000000';
/** One request of so many is paid too little, and refunded. */
const underpaidEvery = 10;
const missing = 1_000n;

/** Requests to make. */
export interface RequestsOptions {
  readonly devnet: Devnet;
  readonly apiUrl: string;
  readonly apps: readonly TrialApp[];
  readonly requests: number;
  /** Payers that pay at once, each with an account of its own. */
  readonly payers: number;
  readonly note: (text: string) => void;
}

async function quote({ apiUrl }: RequestsOptions, app: TrialApp, user: string): Promise<Quote> {
  const body = { user, originChainId: 8453, destinationChainId: 10, amount };
  for (;;) {
    const answer = await post(apiUrl, '/quote/v2', body, { 'x-api-key': app.key });
    if (answer.status === 200) return quoteSchema.parse(answer.body);
    if (answer.status !== 429 && answer.status !== 503)
      throw new Error(`The quote was refused: ${JSON.stringify(answer.body)}`);
    await pause(1_000, new AbortController().signal);
  }
}

/** Takes a little of what a quote asks for away. */
function underpay({ steps }: Quote): void {
  for (const { data } of steps.flatMap(({ items }) => items))
    data['value'] = (BigInt(String(data['value'])) - missing).toString();
}

/** Makes and pays requests of all apps in turn, a payer one after the other. */
export async function makeRequests(options: RequestsOptions): Promise<void> {
  const { devnet, apps, requests, payers, note } = options;
  let next = 0;
  const pay = async (_: unknown, payer: number): Promise<void> => {
    const account = devnet.description.accounts[payer];
    if (account === undefined) throw new Error('No such account.');
    while (next < requests) {
      const index = next;
      next += 1;
      const app = apps[index % apps.length];
      if (app === undefined) throw new Error('There is no app.');
      const quoted = await quote(options, app, account.address);
      if (Math.floor(index / apps.length) % underpaidEvery === underpaidEvery - 1) underpay(quoted);
      await sendSteps(devnet, account.privateKey, quoted);
      if (next % 100 === 0) note(`${String(next)} requests were made`);
    }
  };
  await Promise.all(Array.from({ length: payers }, pay));
}
