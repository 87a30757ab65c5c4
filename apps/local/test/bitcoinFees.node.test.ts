import type { Quote } from '@portage/core';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSpendingKey,
  signTransaction,
} from '../../../packages/service/bitcoin-chain/src/spend/signTransaction.js';
import { startBitcoinSystem, type BitcoinQuote, type BitcoinSystem } from './bitcoinSystem.js';
import { laterThan, looksTaken } from './rounds.js';

/** Dear blocks, stuck payments and large deposits on Bitcoin. */
let system: BitcoinSystem;

beforeAll(async () => {
  // The payment of S12 is none that we sent: an operator has to look.
  const left = ['the payment of a successful request is booked, or on its way'];
  system = await startBitcoinSystem({ left });
});
afterAll(async () => {
  await system.close();
});

/** Satoshi a virtual byte above the ceiling of a service, 500 by default. */
const dearRate = 600;

/** Code of the refusal of a quote towards Bitcoin; `quoted` where it is taken. */
async function askIn(): Promise<string> {
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: system.devnet.description.accounts[9]!.address,
      originChainId: 8453,
      destinationChainId: system.bitcoin.id,
      recipient: system.freshAddress(),
      originCurrency: zeroAddress,
      destinationCurrency: system.currency,
      amount: '100000000000000000',
    }),
  });
  const { errorCode, message } = (await answer.json()) as {
    readonly errorCode?: string;
    readonly message?: string;
  };
  if (errorCode === 'ROUTE_TEMPORARILY_RESTRICTED')
    expect(message).toMatch(
      /^Nothing is paid on Bitcoin now: transactions cost 6\d\d satoshi a virtual byte, above the ceiling of 500\.$/,
    );
  return errorCode ?? 'quoted';
}

/** Makes blocks dear, or cheap, and waits until the service knows. */
/** Requests to the chain in which the service looks at its newest block several times. */
const looks = 6;

async function makeDear(isDear: boolean): Promise<void> {
  await system.controls.setFeePressure(isDear ? dearRate : 0, 8);
  await system.controls.mine(1);
  await expect.poll(askIn).toBe(isDear ? 'ROUTE_TEMPORARILY_RESTRICTED' : 'quoted');
}

/** Transactions that were signed to bring earnings home, or to pay orders. */
async function signedCount(purpose: 'fill' | 'collection'): Promise<number> {
  const [row] = await system.service.settlement.query<{ count: number }>(
    'select count(*)::int as count from outbox where purpose = $1 and chain_id = $2',
    [purpose, system.bitcoin.id],
  );
  return row!.count;
}

async function expectPaidOnce(recipient: string, quote: Quote): Promise<void> {
  expect((await system.balanceOf(recipient)).toString()).toBe(quote.details.currencyOut.amount);
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
  expect(await system.haltedReason()).toBeUndefined();
}

test.each([
  ['500 USD', 1, '833333', 1],
  ['5,000 USD', 2, '8333333', 2],
  ['50,000 USD', 4, '83333333', 4],
  ['150,000 USD', 6, '250000000', 6],
  ['1,000 USD less a satoshi', 1, '1666666', 7],
  ['1,000 USD and a satoshi', 2, '1666667', 8],
] as const)('F11, S13: a deposit of %s waits for %i blocks', async (_, blocks, amount, payer) => {
  const { requestId, recipient, payment, quote } = await system.quoteOut(payer, { amount });
  await system.send(system.sign(payer, payment));
  await system.controls.mine(blocks - 1);
  await system.caughtUp();
  await looksTaken(system, system.bitcoin.id, looks);
  if (blocks > 1) expect((await system.status(requestId)).status).toBe('pending');
  expect(await system.etherOf(recipient)).toBe(0n);
  await system.controls.mine(1);
  await system.reaches(requestId, 'success');
  expect((await system.etherOf(recipient)).toString()).toBe(quote.details.currencyOut.amount);
});

test('F12: three deposits of one block that are worth more together than the limit are not all filled early', async () => {
  // 40,000 USD each: four blocks, and 100,000 USD may be spent before six stand on them.
  const asked: BitcoinQuote[] = [];
  for (const account of [1, 2, 4]) {
    const quoted = await system.quoteOut(account, { amount: '66666666' });
    await system.send(system.sign(account, quoted.payment));
    asked.push(quoted);
  }
  const filled = async (): Promise<number> => {
    const states = await Promise.all(asked.map(({ requestId }) => system.status(requestId)));
    return states.filter(({ status }) => status === 'success').length;
  };
  await system.controls.mine(4);
  await expect.poll(filled).toBe(2);
  await system.controls.mine(1);
  await system.caughtUp();
  await looksTaken(system, system.bitcoin.id, looks);
  expect(await filled()).toBe(2);
  await system.controls.mine(1);
  for (const { requestId } of asked) await system.reaches(requestId, 'success');
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
});

test('S10: at a fee spike payments wait, quotes are refused and earnings stay; both go on when it is over', async () => {
  const { requestId, recipient, quote } = await system.buy(0, {}, () => makeDear(true));
  await system.reaches(requestId, 'pending');
  const [fills, collections] = [await signedCount('fill'), await signedCount('collection')];
  // Payers on Bitcoin go on, at the rate of now; what they bring is not moved meanwhile.
  const sold = await system.quoteOut(7, { amount: '8000000' });
  const paid = sold.payment.coins.reduce((sum, { value }) => sum + value, 0n);
  const left = sold.payment.outputs.reduce((sum, { value }) => sum + value, 0n);
  expect(paid - left).toBeGreaterThan(100_000n);
  await system.send(system.sign(7, sold.payment));
  await system.controls.mine(2);
  await system.reaches(sold.requestId, 'success');
  await system.controls.setFeePressure(dearRate, 8);
  // Looks at what is due come as often as those at the chain.
  await looksTaken(system, system.bitcoin.id, 5 * looks);
  expect((await system.status(requestId)).status).toBe('pending');
  expect(await signedCount('fill')).toBe(fills);
  expect(await signedCount('collection')).toBe(collections);
  await makeDear(false);
  await system.firstPaymentTo(recipient);
  await system.controls.mine(1);
  await system.reaches(requestId, 'success');
  await expect.poll(() => signedCount('collection')).toBe(collections + 1);
  await expectPaidOnce(recipient, quote);
});

test('S10: a payment that is too late when the spike is over goes back', async () => {
  const ttl = 20;
  let quotedAt = 0;
  const { requestId, recipient } = await system.buy(1, { ttl }, async () => {
    quotedAt = Date.now();
    await makeDear(true);
  });
  await system.reaches(requestId, 'pending');
  await laterThan(quotedAt + (ttl + 1) * 1_000);
  await system.controls.mine(1);
  await system.reaches(requestId, 'refund');
  await makeDear(false);
  await system.controls.mine(2);
  await system.caughtUp();
  expect(await system.balanceOf(recipient)).toBe(0n);
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
});

test('S8: a payment that dear blocks pass over is outbid with its own coins, and lands once', async () => {
  const { requestId, recipient, quote } = await system.buy(2);
  const first = await system.firstPaymentTo(recipient);
  await system.controls.setFeePressure(40, 8);
  await expect
    .poll(
      async () => {
        await system.controls.mine(1);
        await system.caughtUp();
        return (await system.status(requestId)).status;
      },
      { interval: 1_500 },
    )
    .toBe('success');
  const landed = await system.newestOf(recipient);
  expect(landed).not.toBe(first);
  await system.controls.setFeePressure(0);
  await system.controls.mine(6);
  await system.caughtUp();
  await expectPaidOnce(recipient, quote);
});

test('S9: payments at the same time spend different coins', async () => {
  const bought = await Promise.all([3, 4, 5, 6].map((account) => system.buy(account)));
  const ids = await Promise.all(bought.map(({ recipient }) => system.firstPaymentTo(recipient)));
  const spent = await Promise.all(
    ids.map(async (id) => {
      const { vin } = (await system.ask('getrawtransaction', id, 1)) as ShownTransaction;
      return vin.map(({ txid, vout }) => `${txid}:${String(vout)}`);
    }),
  );
  const byPayment = new Map(ids.map((id, index) => [id, spent[index]!]));
  const outpoints = [...byPayment.values()].flat();
  expect(new Set(outpoints).size).toBe(outpoints.length);
  await system.controls.mine(1);
  for (const { requestId, recipient, quote } of bought) {
    await system.reaches(requestId, 'success');
    await expectPaidOnce(recipient, quote);
  }
});

interface ShownTransaction {
  readonly vin: readonly { readonly txid: string; readonly vout: number }[];
  readonly vout: readonly {
    readonly value: number;
    readonly scriptPubKey: { readonly hex: string };
  }[];
}

test('S12: a payment that lands under another id is told by its coins: it is neither made again nor paid back, and the chain halts', async () => {
  // Only our keys can change the id of our payments: one of them has signed somewhere else.
  const { requestId, recipient, quote } = await system.buy(8);
  const first = await system.firstPaymentTo(recipient);
  const shown = (await system.ask('getrawtransaction', first, 1)) as ShownTransaction;
  const outputsOf = ({ vout }: ShownTransaction) =>
    vout.map(({ value, scriptPubKey: { hex } }) => ({
      value: BigInt(value.toFixed(8).replace('.', '')),
      script: Buffer.from(hex, 'hex'),
    }));
  const coins = await Promise.all(
    shown.vin.map(async ({ txid: txId, vout }) => {
      const previous = (await system.ask('getrawtransaction', txId, 1)) as ShownTransaction;
      return { txId, vout, ...outputsOf(previous)[vout]! };
    }),
  );
  const outputs = outputsOf(shown);
  const change = outputs.at(-1)!;
  const key = createSpendingKey(Buffer.from(system.bitcoin.roles.solver.privateKey, 'hex'));
  const other = signTransaction([key], coins, [
    ...outputs.slice(0, -1),
    { ...change, value: change.value - 5_000n },
  ]);
  const second = await system.send(Buffer.from(other).toString('hex'));
  expect(second).not.toBe(first);
  await system.controls.mine(1);
  const { txHashes } = await system.reaches(requestId, 'success');
  expect(txHashes).toEqual([second]);
  await system.controls.mine(6);
  await expect.poll(() => system.haltedReason()).toMatch(/lost .* without a transaction of ours/);
  expect((await system.status(requestId)).status).toBe('success');
  expect((await system.balanceOf(recipient)).toString()).toBe(quote.details.currencyOut.amount);
  const [row] = await system.service.settlement.query<{ count: number }>(
    `select count(*)::int as count from outbox where purpose = 'refund' and order_id = decode($1, 'hex')`,
    [quote.protocol.v2!.orderId.slice(2)],
  );
  expect(row?.count).toBe(0);
});
