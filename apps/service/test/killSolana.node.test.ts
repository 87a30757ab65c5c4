import type { Quote } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { casesOf } from '@portage/testing';
import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, fillMarkerAddress, programs } from '@portage/solana/program';
import { parseEther } from 'viem';
import { describe, expect, test } from 'vitest';
import { freshSolanaAddress } from './freshSolanaAddress.js';
import { auditStopped, openBeside, openStopped } from './openDatabase.js';
import type { ServiceProcess } from './startProcess.js';
import { getQuote, sendSteps } from './transfer.js';
import { untilSettled } from './untilSettled.js';
import { watchStatus } from './watchStatus.js';
import { useServices } from './useServices.js';

/**
 * Payouts on Solana, where signed transactions expire: an order is paid once, whenever the process
 * dies.
 */
const services = useServices({ accounts: 10, blockTimeSeconds: 0.25, solana: { slotMs: 200 } });

interface Order {
  readonly quote: Quote;
  readonly recipient: string;
  readonly requestId: string;
  readonly pay: () => Promise<unknown>;
}

/** ETH on Base for USDC on Solana, for a fresh account. */
async function order(url: string, index: number, members: object = {}): Promise<Order> {
  const { address, privateKey } = services.devnet.description.accounts[index] ?? {
    address: '0x',
    privateKey: '0x',
  };
  const { id, tokens } = solanaChain(services.devnet.description);
  const recipient = freshSolanaAddress();
  const quote = await getQuote(url, {
    user: address,
    refundTo: address,
    recipient,
    originChainId: 8453,
    destinationChainId: id,
    destinationCurrency: tokens.usdc.address,
    amount: parseEther('0.05').toString(),
    ...members,
  });
  const requestId = quote.steps[0]?.requestId;
  if (requestId === undefined) throw new Error('The quote has no request.');
  return { quote, recipient, requestId, pay: () => sendSteps(services.devnet, privateKey, quote) };
}

/** USDC balance of an account on Solana, read from the chain. */
function usdcOf(owner: string): Promise<bigint> {
  return heldOf(owner, solanaChain(services.devnet.description).tokens.usdc.address);
}

/** Balance of an account on Solana in a token, read from the chain. */
async function heldOf(owner: string, mint: string): Promise<bigint> {
  const { rpcUrl } = solanaChain(services.devnet.description);
  const account = associatedTokenAddress({ owner, mint, tokenProgram: programs.token });
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getTokenAccountBalance',
      params: [account],
    }),
  });
  const { result } = (await answer.json()) as {
    readonly result?: { readonly value: { readonly amount: string } };
  };
  return BigInt(result?.value.amount ?? 0);
}

/** Waits until the given number of transactions was sent for an order of a running service. */
async function untilSent({ quote }: Order, count: number): Promise<void> {
  const store = await openBeside(services.dataDir, services.devnet);
  const sent = () =>
    store.query(`select tx_id from outbox where hash_text(order_id) = $1 and state <> 'stored'`, [
      quote.protocol.v2?.orderId,
    ]);
  try {
    await expect.poll(sent).toHaveLength(count);
  } finally {
    await store.close();
  }
}

/** Waits for the end, and then for anything that might still come. */
async function expectPaidOnce(
  service: ServiceProcess,
  { quote, recipient, requestId }: Order,
): Promise<void> {
  const seen = await watchStatus(await service.url, requestId);
  expect(seen.at(-1)).toMatchObject({
    status: 'success',
    amountOut: quote.details.currencyOut.amount,
  });
  await untilSettled(services.dataDir, services.devnet);
  expect(await usdcOf(recipient)).toBe(BigInt(quote.details.currencyOut.amount));
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  expect(await auditStopped(services.dataDir, services.devnet)).toEqual([]);
}

describe('kill -9', () => {
  test.each(casesOf({ daily: ['stored'], nightly: ['settlement', 'stored', 'sent'] }))(
    'at %s: paid once',
    async (point, index) => {
      const doomed = services.start({ PORTAGE_FAILPOINT: point });
      const made = await order(await doomed.url, index);
      await made.pay();
      expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
      await expectPaidOnce(services.start(), made);
    },
  );

  test('after the bytes were stored, and their blockhash expires before the restart: signed anew, paid once', async () => {
    const doomed = services.start({ PORTAGE_FAILPOINT: 'stored' });
    const made = await order(await doomed.url, 4);
    await made.pay();
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await services.devnet.solana().expireBlockhashes();
    await expectPaidOnce(services.start(), made);
  });

  test('after the bytes were sent, they land, and their blockhash expires: not signed again', async () => {
    const doomed = services.start({ PORTAGE_FAILPOINT: 'sent' });
    const made = await order(await doomed.url, 5);
    await made.pay();
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await expect
      .poll(() => usdcOf(made.recipient))
      .toBe(BigInt(made.quote.details.currencyOut.amount));
    await services.devnet.solana().expireBlockhashes();
    await expectPaidOnce(services.start(), made);
  });
});

describe('kill -9 of a payment that a venue swaps', () => {
  /** ETH on Base for a token that the solver does not hold, by the venue that is asked. */
  function swapped(url: string, index: number): Promise<Order> {
    return order(url, index, {
      destinationCurrency: solanaChain(services.devnet.description).testPools.tokens.port.address,
      includedDestinationSwapSources: ['jupiter'],
    });
  }

  /** The payment is made once, of no less than was signed, and the books hold. */
  async function expectSwappedOnce(
    service: ServiceProcess,
    { quote, recipient, requestId }: Order,
  ): Promise<void> {
    const seen = await watchStatus(await service.url, requestId);
    expect(seen.at(-1)).toMatchObject({ status: 'success' });
    await untilSettled(services.dataDir, services.devnet);
    const { address } = solanaChain(services.devnet.description).testPools.tokens.port;
    const paid = await heldOf(recipient, address);
    expect(paid).toBeGreaterThanOrEqual(BigInt(quote.details.currencyOut.minimumAmount));
    expect(paid).toBeLessThan(2n * BigInt(quote.details.currencyOut.minimumAmount));
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(await auditStopped(services.dataDir, services.devnet)).toEqual([]);
  }

  test.each(casesOf({ daily: ['stored'], nightly: ['settlement', 'stored', 'sent'] }))(
    'at %s: paid once',
    async (point, index) => {
      const doomed = services.start({ PORTAGE_FAILPOINT: point });
      const made = await swapped(await doomed.url, index);
      expect(made.quote.details.route.destination.router).toBe('jupiter');
      await made.pay();
      expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
      // Its bytes hold the venue's instruction: signed anew, they need no answer of the venue.
      if (point === 'stored') await services.devnet.solana().expireBlockhashes();
      await expectSwappedOnce(services.start(), made);
    },
  );
});

describe('a blockhash that expires', () => {
  test('while the network keeps the transaction back: paid once, although the network lets go of both', async () => {
    const service = services.start();
    const made = await order(await service.url, 6);
    await services.devnet.solana().holdTransactions();
    await made.pay();
    await untilSent(made, 1);
    await services.devnet.solana().expireBlockhashes();
    await untilSent(made, 2);
    await services.devnet.solana().releaseTransactions();
    await expectPaidOnce(service, made);
  });

  test('while the network loses what it is sent: paid once it no longer does', async () => {
    const service = services.start();
    const made = await order(await service.url, 7);
    await services.devnet.solana().dropTransactions(10_000);
    await made.pay();
    await untilSent(made, 1);
    await services.devnet.solana().expireBlockhashes();
    await untilSent(made, 2);
    await services.devnet.solana().dropTransactions(0);
    await expectPaidOnce(service, made);
  });
});

describe('markers of payments', () => {
  const week = 7 * 24 * 3_600;

  /** Lamports of accounts at a final block; undefined for an account that does not exist. */
  async function lamportsOf(accounts: readonly string[]): Promise<readonly (number | undefined)[]> {
    const answer = await fetch(solanaChain(services.devnet.description).rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getMultipleAccounts',
        params: [accounts, { commitment: 'finalized' }],
      }),
    });
    const { result } = (await answer.json()) as {
      readonly result: { readonly value: readonly ({ readonly lamports: number } | null)[] };
    };
    return result.value.map((account) => account?.lamports);
  }

  /**
   * Has a service read that a week has passed on the cluster. It looked at its markers when it
   * started, and does so again an hour later: the next one finds them.
   */
  async function readWeekLater(): Promise<void> {
    const reading = services.start();
    await reading.url;
    const store = await openBeside(services.dataDir, services.devnet);
    const timeOf = async (): Promise<number> => {
      const [row] = await store.query<{ time: number }>(
        'select time::float8 from chain_cursors where chain_id = $1',
        [solanaChain(services.devnet.description).id],
      );
      return row?.time ?? 0;
    };
    const later = (await timeOf()) + week;
    await services.devnet.solana().shiftClock(week + 3_600);
    await expect.poll(timeOf).toBeGreaterThan(later);
    await store.close();
    expect(await reading.stop()).toEqual({ code: 0, signal: null });
  }

  test('are closed once, whenever the process dies, and their rent is booked', async () => {
    const service = services.start();
    const made = await order(await service.url, 8);
    await made.pay();
    await expectPaidOnce(service, made);
    const before = await openStopped(services.dataDir, services.devnet);
    const { id, roles, programs: deployed } = solanaChain(services.devnet.description);
    const paid = await before.query<{ order_id: string; sender: string }>(
      `select order_id, sender from outbox where chain_id = $1 and purpose = 'fill' and state = 'mined'`,
      [id],
    );
    await before.close();
    const solver = roles.solver.address;
    const markers = paid.map(({ order_id: orderId }) =>
      fillMarkerAddress({ filler: deployed.filler, solver, order: orderId }),
    );
    const rents = await lamportsOf(markers);
    expect(rents.length).toBeGreaterThan(0);
    expect(rents).not.toContain(undefined);

    await readWeekLater();
    for (const point of ['relay-settlement', 'relay-sent']) {
      const doomed = services.start({ PORTAGE_FAILPOINT: point });
      expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    }
    const last = services.start();
    await last.url;
    const gone = markers.map(() => undefined);
    await expect.poll(() => lamportsOf(markers)).toEqual(gone);
    await untilSettled(services.dataDir, services.devnet);
    expect(await last.stop()).toEqual({ code: 0, signal: null });

    const store = await openStopped(services.dataDir, services.devnet);
    try {
      expect(await store.ledger.audit()).toEqual([]);
      // Each marker is proven by its payment, and one transaction has closed all of them.
      const [proofs] = await store.query(
        `select count(*)::int as markers, count(distinct closing_id)::int as closings from marker_proofs where chain_id = $1`,
        [id],
      );
      expect(proofs).toEqual({ markers: markers.length, closings: 1 });
      const closings = await store.query<{ state: string; gas_cost: bigint; moved: bigint }>(
        `select o.state, o.gas_cost, (select sum(amount) from ledger_postings p where p.entry_id = o.entry_id and p.account = 'inventory:' || o.sender) as moved
           from outbox o where o.chain_id = $1 and o.leg = 'markers'`,
        [id],
      );
      expect(closings).toHaveLength(1);
      const [closing] = closings;
      const rent = BigInt(rents.reduce<number>((sum, one) => sum + (one ?? 0), 0));
      expect(closing).toMatchObject({ state: 'mined', moved: -(closing?.gas_cost ?? 0n) });
      expect(closing!.moved).toBeGreaterThan(rent - 100_000n);
      expect(closing!.moved).toBeLessThan(rent);
      const [held] = await store.query<{ balance: bigint; reserved: bigint }>(
        `select balance, reserved from inventory where chain_id = $1 and sender = $2 and currency = $3`,
        [id, solver, solanaCodec.nativeCurrency],
      );
      const [balance] = await lamportsOf([solver]);
      expect(held).toEqual({ balance: BigInt(balance ?? 0), reserved: 0n });
    } finally {
      await store.close();
    }
    // Five processes start, one after the other.
  });
});
