import { Money } from '@portage/core';
import { createPortage, withdraw, type EndedWithdrawal } from '@portage/sdk';
import { findPlace, type Place } from '../currencies.js';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import type { Side } from './side.js';
import { expectThat, openSide } from './transfer.js';
import { depositUnmatched } from './unmatchedDeposit.js';
import { waitUntil } from './waitUntil.js';

/** A withdrawal to show. */
export interface WithdrawOptions {
  readonly name: string;
  readonly from: `${string}@${string}`;
  /** Amount in whole units that is deposited for no order. */
  readonly amount: string;
}

/**
 * Deposit that no order takes: its owner signs, and an account of its choice is paid. A first
 * withdrawal takes a part, a second one the rest.
 */
export function withdrawFrom({ name, from, amount }: WithdrawOptions): Demonstration {
  return {
    name,
    title: `${amount} of ${from} deposited for no order, withdrawn by the depositor\u2019s signature`,
    run: async (context) => {
      const place = findPlace(context.devnet, from);
      const side = openSide(context, place);
      const recipient = await side.freshAccount();
      const started = performance.now();
      const deposited = Money.parse(amount, place.decimals);
      const txId = await depositUnmatched(context, place, deposited);
      context.note(`deposited for no order: ${txId}`);
      const terms = { place, side, recipient };
      const half = deposited / 2n;
      const first = await takeOut(context, { ...terms, amount: half });
      const second = await takeOut(context, { ...terms, amount: deposited - half });
      const received = await side.balanceOf(place, recipient);
      expectThat(
        received === first.paid + second.paid,
        `the recipient has what both withdrawals paid (${received.toString()} of ${first.paid.toString()} and ${second.paid.toString()})`,
      );
      expectThat(
        received < deposited && received > (deposited * 9n) / 10n,
        'that is what was deposited, less the gas of the payments',
      );
      const violations = await context.books.audit();
      expectThat(
        violations.length === 0,
        `no rule of the books is broken (${violations.join(', ')})`,
      );
      return {
        requestId: first.jobId,
        originChainId: place.chainId,
        destinationChainId: place.chainId,
        inTxHashes: [txId],
        txHashes: [first, second].flatMap(({ txHash }) => (txHash === null ? [] : [txHash])),
        amountIn: deposited.toString(),
        amountOut: received.toString(),
        fees: {},
        seconds: Math.round(performance.now() - started) / 1000,
        summary: `${amount} ${place.symbol} deposited for no order → ${Money.format(received, place.decimals)} ${place.symbol} withdrawn in two parts`,
        checked: `received = paid = deposited − gas of ${Money.format(deposited - received, place.decimals)}, no rule of the books broken`,
      };
    },
  };
}

interface TakeOut {
  readonly place: Place;
  readonly side: Side;
  readonly recipient: string;
  readonly amount: bigint;
}

interface TakenOut extends Pick<EndedWithdrawal, 'jobId'> {
  readonly paid: bigint;
  readonly txHash: string | null;
}

/** Withdraws once the chain calls the deposit final. */
async function takeOut(
  context: DemonstrationContext,
  { place, side, recipient, amount }: TakeOut,
): Promise<TakenOut> {
  const { client } = createPortage({ baseUrl: context.serviceUrl, source: 'portage.local' });
  const terms = {
    chainId: place.slug,
    ownerChainId: place.slug,
    currency: place.address,
    amount: amount.toString(),
    owner: side.user,
    recipient,
  };
  await waitUntil(
    async () => {
      const answer = await fetch(`${context.serviceUrl}/withdrawals/request`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(terms),
      });
      return answer.ok;
    },
    Boolean,
    'the owner may withdraw the deposit',
  );
  const { jobId, status } = await withdraw(client, terms, {
    executor: side.executor,
    // The first transfer to an account of the exchange costs more than the usual tenth.
    maxFee: amount / 4n,
    signal: context.signal,
    pollMs: 200,
  });
  const { status: state, reason, txHash, withdrawal } = status;
  expectThat(state === 'executed', `the withdrawal is paid (it is ${state}: ${String(reason)})`);
  return { jobId, txHash, paid: BigInt(String(withdrawal?.['paidAmount'])) };
}
