import { isPortageError } from '@portage/core';
import type {
  Chain,
  FillIntent,
  PaymentAuthorization,
  RefundIntent,
  SignedTransaction,
  Spend,
} from '@portage/core/chain';
import { describe, expect, test } from 'vitest';
import type { OpenFixture, VmFixture } from './fixtures.js';
import { eventsOf, follow, makeDeposit, outcomes, randomId, sign } from './vmSession.js';
import { eventually } from '../wait/eventually.js';

/** Payments after which no end of the coins is looked for. */
const fundedMax = 100;

const landed = ['mined', 'reverted', 'replaced'] as const;

/** Tests of payouts: each is made once, whatever is repeated, replaced or cancelled. */
export function testSpend(current: () => OpenFixture): void {
  describe('spend', () => {
    const open = (
      skip: (note: string) => never,
    ): { fixture: VmFixture; chain: Chain; spend: Spend } => {
      const { fixture, chain } = current();
      return { fixture, chain, spend: chain.spend ?? skip('the chain does not spend') };
    };

    test('signs the same for the same payments, with consecutive sequences', async ({ skip }) => {
      const { fixture, spend } = open(skip);
      const intents = fixture.currencies.map((currency) => fillOf(fixture, currency));
      const sequence = await spend.nextSequence();
      // Asked for at once, so that both see the same fees.
      const [one, two] = await Promise.all([
        spend.prepare(intents, sequence),
        spend.prepare(intents, sequence),
      ]);
      expect(one).toEqual(two);
      expect(one.map((transaction) => transaction.sequence)).toEqual(
        intents.map((_, index) => sequence + BigInt(index)),
      );
      if (spend.feeWeights === undefined)
        expect(new Set(one.map(({ txId }) => txId)).size).toBe(intents.length);
      for (const { sender } of one) expect(sender).toBe(spend.sender);
      expect((await spend.inspect(one)).map(({ status }) => status)).toEqual(
        intents.map(() => 'missing'),
      );
    });

    test('pays exactly the amount, and sending the bytes again pays no more', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      for (const currency of fixture.currencies) {
        const fill = fillOf(fixture, currency);
        const signed = await sign(spend, fill);
        expect(await spend.broadcast(signed)).toEqual([{ status: 'accepted' }]);
        expect((await spend.broadcast(signed))[0]?.status).not.toBe('rejected');
        const [outcome] = await outcomes(fixture, spend, signed, landed);
        if (outcome?.status !== 'mined')
          throw new Error(`The payment ended as ${outcome?.status ?? 'nothing'}.`);
        expect(outcome.height).toBeGreaterThan(0);
        expect(outcome.gasCost).toBeGreaterThan(0n);
        await spend.broadcast(signed);
        await fixture.mine(2);
        expect(await chain.balances.read(fill.recipient, currency)).toBe(fill.amount);
        expect(await spend.nextSequence()).toBe((signed[0]?.sequence ?? -1n) + 1n);
        const updates = await follow(chain, [], (update) =>
          eventsOf([update]).some(
            (event) => event.type === 'fill' && event.orderId === fill.orderId,
          ),
        );
        expect(
          eventsOf(updates)
            .filter((event) => event.type === 'fill')
            .filter((event) => event.orderId === fill.orderId),
        ).toEqual([
          expect.objectContaining({
            type: 'fill',
            txId: signed[0]?.txId,
            currency,
            amount: fill.amount,
            recipient: fill.recipient,
            solver: spend.sender,
          }),
        ]);
      }
    });

    test('does not fill an order a second time', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      // There, what is signed is paid: the outbox alone signs for an order once.
      if (fixture.isUnguarded === true) return skip('the chain knows no orders');
      const fill = fillOf(fixture, fixture.currencies[0] ?? '');
      const signed = await sign(spend, fill, { ...fill });
      await spend.broadcast(signed);
      const found = await outcomes(fixture, spend, signed, landed);
      expect(found.map(({ status }) => status)).toEqual(['mined', 'reverted']);
      expect(await chain.balances.read(fill.recipient, fill.currency)).toBe(fill.amount);
    });

    test('payments that are prepared after one another never spend one thing', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      const [one, two, three] = [0, 1, 2].map(() => fillOf(fixture, fixture.currencies[0] ?? ''));
      if (one === undefined || two === undefined || three === undefined) return;
      const sequence = await spend.nextSequence();
      const first = await spend.prepare([one], sequence, []);
      const others = await spend.prepare([two, three], sequence + 1n, first);
      const signed = [...first, ...others];
      expect(await spend.broadcast(signed)).toEqual(signed.map(() => ({ status: 'accepted' })));
      const found = await outcomes(fixture, spend, signed, landed);
      expect(found.map(({ status }) => status)).toEqual(['mined', 'mined', 'mined']);
      for (const { recipient, currency, amount } of [one, two, three])
        expect(await chain.balances.read(recipient, currency)).toBe(amount);
    });

    test('says which payments there are coins for, and signs those', async ({ skip }) => {
      const { fixture, spend } = open(skip);
      if (spend.canFund === undefined) return skip('a balance is spent');
      const fills: FillIntent[] = [];
      const signed: SignedTransaction[] = [];
      const first = await spend.nextSequence();
      for (;;) {
        const fill = fillOf(fixture, fixture.currencies[0] ?? '');
        const [isThere] = spend.canFund([fill], signed);
        if (isThere !== true || fills.length === fundedMax) break;
        fills.push(fill);
        const sequence = first + BigInt(signed.length);
        signed.push(...(await spend.prepare([fill], sequence, [...signed])));
      }
      expect(signed.length).toBeGreaterThan(0);
      if (fills.length === fundedMax) return;
      const next = fillOf(fixture, fixture.currencies[0] ?? '');
      await expect(spend.prepare([next], first + BigInt(signed.length), signed)).rejects.toSatisfy(
        (error) => isPortageError(error, 'SERVICE_UNAVAILABLE'),
      );
    });

    test('a bump takes the place of the first, so that one of them pays', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      if (fixture.expire !== undefined) return skip('what is signed expires');
      const fill = fillOf(fixture, fixture.currencies[0] ?? '');
      const [first] = await sign(spend, fill);
      if (first === undefined) throw new Error('One payment gives one transaction.');
      await spend.broadcast([first]);
      const costs: bigint[] = [];
      const dear = await spend.bump(fill, first, [first], (cost) => costs.push(cost) === 0);
      expect(dear, 'what is not covered').toEqual(first);
      expect(costs).toEqual([expect.any(BigInt)]);
      const bumped = await spend.bump(fill, first, [first], (cost) => cost === costs[0]);
      expect(bumped.sequence).toBe(first.sequence);
      expect(bumped.txId).not.toBe(first.txId);
      await spend.broadcast([bumped]);
      await fixture.mine(1 + fixture.blocksToFinality);
      const found = await outcomes(fixture, spend, [first, bumped], landed);
      expect(found.map(({ status }) => status).sort()).toEqual(['mined', 'replaced']);
      expect(await chain.balances.read(fill.recipient, fill.currency)).toBe(fill.amount);
    });

    test('joins payments: each is made once, and a version pays all of them', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      if (spend.feeWeights === undefined) return skip('each payment is a transaction of its own');
      const fills = [0, 1, 2].map(() => fillOf(fixture, fixture.currencies[0] ?? ''));
      const signed = await sign(spend, ...fills);
      const [first] = signed;
      if (first === undefined) throw new Error('Three payments are signed.');
      expect(signed.map(({ sequence }) => sequence - first.sequence)).toEqual([0n, 1n, 2n]);
      const joined = signed.filter(({ txId }) => txId === first.txId);
      expect(joined.length).toBeGreaterThan(1);
      for (const { raw } of joined) expect(raw).toEqual(first.raw);
      expect(spend.feeWeights(first)).toHaveLength(joined.length);
      for (const weight of spend.feeWeights(first)) expect(weight).toBeGreaterThan(0n);
      await spend.broadcast(signed);
      const bumped = await spend.bump(fills[0]!, first, signed);
      expect(bumped.sequence).toBe(first.sequence);
      expect(bumped.txId).not.toBe(first.txId);
      expect(spend.feeWeights(bumped)).toEqual(spend.feeWeights(first));
      await spend.broadcast([bumped]);
      await fixture.mine(1 + fixture.blocksToFinality);
      const found = await outcomes(fixture, spend, [first, bumped], landed);
      expect(found.map(({ status }) => status).sort()).toEqual(['mined', 'replaced']);
      const seen = new Set<string>();
      const updates = await follow(chain, [], (update) => {
        for (const event of eventsOf([update])) if (event.type === 'fill') seen.add(event.orderId);
        return fills.every(({ orderId }) => seen.has(orderId));
      });
      const events = eventsOf(updates).filter((event) => event.type === 'fill');
      for (const { orderId, recipient, currency, amount } of fills) {
        expect(await chain.balances.read(recipient, currency)).toBe(amount);
        expect(events.filter((event) => event.orderId === orderId)).toEqual([
          expect.objectContaining({ recipient, currency, amount, solver: spend.sender }),
        ]);
      }
    });

    test('a cancellation of joined payments pays none of them', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      if (spend.feeWeights === undefined) return skip('each payment is a transaction of its own');
      const fills = [0, 1].map(() => fillOf(fixture, fixture.currencies[0] ?? ''));
      const signed = await sign(spend, ...fills);
      const [first] = signed;
      if (first === undefined) throw new Error('Two payments are signed.');
      expect(signed.map(({ txId }) => txId)).toEqual([first.txId, first.txId]);
      const cancel = await spend.cancel(first.sequence, first, signed);
      expect(spend.feeWeights(cancel)).toEqual([]);
      expect(await spend.broadcast([cancel])).toEqual([{ status: 'accepted' }]);
      await fixture.mine(1 + fixture.blocksToFinality);
      const found = await outcomes(fixture, spend, [cancel, first], landed);
      expect(found.map(({ status }) => status)).toEqual(['mined', 'replaced']);
      for (const { recipient, currency } of fills)
        expect(await chain.balances.read(recipient, currency)).toBe(0n);
    });

    test('what has expired is signed anew, and nothing before that', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      if (fixture.expire === undefined) return skip('nothing expires');
      const fill = fillOf(fixture, fixture.currencies[0] ?? '');
      const [first] = await sign(spend, fill);
      if (first === undefined) throw new Error('One payment gives one transaction.');
      expect(await spend.bump(fill, first), 'while it may land').toEqual(first);
      await fixture.expire();
      const costs: bigint[] = [];
      await spend.bump(fill, first, [], (cost) => costs.push(cost) === 0);
      expect(costs).toEqual([expect.any(BigInt)]);
      const next = await spend.bump(fill, first);
      expect(next.sequence).toBe(first.sequence);
      expect(next.txId).not.toBe(first.txId);
      await spend.broadcast([first, next]);
      expect((await outcomes(fixture, spend, [next], landed)).map(({ status }) => status)).toEqual([
        'mined',
      ]);
      await spend.broadcast([first]);
      await fixture.mine(2);
      expect((await spend.inspect([first])).map(({ status }) => status)).toEqual(['missing']);
      expect(await spend.bump(fill, next), 'what has landed').toEqual(next);
      expect(await chain.balances.read(fill.recipient, fill.currency)).toBe(fill.amount);
    });

    test('what lands after all is not paid again', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      if (fixture.expire === undefined) return skip('nothing expires');
      const fill = fillOf(fixture, fixture.currencies[0] ?? '');
      const [first] = await sign(spend, fill);
      if (first === undefined) throw new Error('One payment gives one transaction.');
      await spend.broadcast([first]);
      await fixture.mine(1);
      await fixture.expire();
      expect(await spend.bump(fill, first)).toEqual(first);
      expect(await chain.balances.read(fill.recipient, fill.currency)).toBe(fill.amount);
    });

    test('a cancellation uses up a sequence and pays nobody', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      const fill = fillOf(fixture, fixture.currencies[0] ?? '');
      const [never] = await sign(spend, fill);
      if (never === undefined) throw new Error('One payment gives one transaction.');
      if (fixture.expire !== undefined) {
        await expect(spend.cancel(never.sequence, never)).rejects.toSatisfy((error) =>
          isPortageError(error, 'SERVICE_UNAVAILABLE'),
        );
        await fixture.expire();
      }
      const cancel = await spend.cancel(never.sequence, never, [never]);
      expect(cancel.sequence).toBe(never.sequence);
      expect(await spend.broadcast([cancel])).toEqual([{ status: 'accepted' }]);
      await fixture.mine(1 + fixture.blocksToFinality);
      const gone = fixture.expire === undefined ? 'replaced' : 'missing';
      expect(
        (await outcomes(fixture, spend, [cancel, never], [...landed, gone])).map(
          ({ status }) => status,
        ),
      ).toEqual(['mined', gone]);
      expect(await spend.nextSequence()).toBe(never.sequence + 1n);
      expect(await chain.balances.read(fill.recipient, fill.currency)).toBe(0n);
    });

    test('pays a deposit back once for each key', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      if (chain.deposit === undefined) return skip('the chain takes no deposits');
      for (const currency of fixture.currencies) {
        const { orderId, amount, payer } = await makeDeposit(fixture, chain, currency);
        const recipient = fixture.freshAccount();
        const refund: RefundIntent = {
          type: 'refund',
          orderId,
          depositor: payer,
          currency,
          recipient,
          amount: amount - 1n,
          key: randomId(),
        };
        const isGuarded = fixture.isUnguarded !== true;
        const signed = await sign(spend, refund, ...(isGuarded ? [{ ...refund }] : []));
        await spend.broadcast(signed);
        expect(
          (await outcomes(fixture, spend, signed, landed)).map(({ status }) => status),
        ).toEqual(isGuarded ? ['mined', 'reverted'] : ['mined']);
        expect(await chain.balances.read(recipient, currency)).toBe(amount - 1n);
        const updates = await follow(chain, [], (update) =>
          eventsOf([update]).some((event) => event.type === 'release' && event.orderId === orderId),
        );
        expect(
          eventsOf(updates)
            .filter((event) => event.type === 'release')
            .filter((event) => event.orderId === orderId),
        ).toEqual([
          expect.objectContaining({
            type: 'release',
            txId: signed[0]?.txId,
            depositor: fixture.hidesDepositor === true ? recipient : payer,
            currency,
            amount: amount - 1n,
            recipient,
          }),
        ]);
      }
    });

    test('tells what became of what anybody may carry out', async ({ skip }) => {
      const { fixture, chain, spend } = open(skip);
      if (spend.authorizationFates === undefined || chain.deposit === undefined)
        return skip('only the sender carries payments out');
      const fatesOf = async (asked: readonly PaymentAuthorization[]) =>
        spend.authorizationFates?.(asked);
      const { orderId, amount, payer, currency } = await makeDeposit(
        fixture,
        chain,
        fixture.currencies[0] ?? '',
      );
      const refund = (): RefundIntent => ({
        type: 'refund',
        orderId,
        depositor: payer,
        currency,
        amount: amount / 2n,
        recipient: fixture.freshAccount(),
        key: randomId(),
      });
      const [paid, unpaid] = [refund(), refund()];
      const signed = await sign(spend, paid, unpaid);
      const [first, second] = signed;
      const authorizations = signed.flatMap(({ authorization }) => authorization ?? []);
      if (first === undefined || second === undefined || authorizations.length !== 2)
        throw new Error('Each refund can be carried out by anybody.');
      expect(await fatesOf([])).toEqual([]);
      expect(await fatesOf(authorizations)).toEqual(['open', 'open']);
      const [again] = await sign(spend, paid);
      expect(again?.authorization?.nonce).toBe(authorizations[0]?.nonce);
      await spend.broadcast([first]);
      await outcomes(fixture, spend, [first], landed);
      await fixture.mine(1 + fixture.blocksToFinality);
      const untilFates = (...fates: readonly string[]): Promise<unknown> =>
        eventually(
          () => fatesOf(authorizations),
          (seen) => expect(seen).toEqual(fates),
          { what: `authorizations that are ${fates.join(' and ')}` },
        );
      await untilFates('used', 'open');
      const updates = await follow(chain, [], (update) =>
        eventsOf([update]).some((event) => event.type === 'release' && event.orderId === orderId),
      );
      const releases = eventsOf(updates).filter((event) => event.type === 'release');
      expect(releases.filter((event) => event.orderId === orderId)).toMatchObject([
        { recipient: paid.recipient, nonce: authorizations[0]?.nonce },
      ]);
      if (fixture.skipTime === undefined) return;
      await fixture.skipTime(3_600);
      await fixture.mine(2 + fixture.blocksToFinality);
      await untilFates('used', 'expired');
      await spend.broadcast([second]);
      await fixture.mine(2);
      expect(await chain.balances.read(unpaid.recipient, currency)).toBe(0n);
      expect(await chain.balances.read(paid.recipient, currency)).toBe(paid.amount);
    });
  });
}

/** Makes the payment of a new order to a new account. */
function fillOf(fixture: VmFixture, currency: string): FillIntent {
  return {
    type: 'fill',
    orderId: randomId(),
    currency,
    recipient: fixture.freshAccount(),
    amount: fixture.amount(currency),
    calls: [],
    opensAccount: true,
  };
}
