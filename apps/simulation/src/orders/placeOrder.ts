import type { ProcessDatabase } from '@portage/database/serial';
import type { ExecutionTerms, Settlement } from '@portage/settlement';
import { beginRequests, changeRequests, relayJob } from '@portage/settlement/testing';
import { fakeAddress, fakeDepository, fakeNative, fakeSignedDeposit } from '@portage/testing';
import { reclaimSeconds, usdc, type World } from '../chains/createWorld.js';
import type { Random } from '../random.js';
import type { VirtualTime } from '../time/createVirtualTime.js';
import { app, sponsor, type OrderPlan } from './planOrder.js';

/** Dependencies of placing orders and paying them. */
export interface PlacingParts {
  readonly world: World;
  readonly time: VirtualTime;
  readonly random: Random;
  /** Settlement of the process that answers requests, which is not killed. */
  readonly settlement: Settlement;
  readonly database: ProcessDatabase;
}

/** Milliseconds after the time of an order for which its deposit address is watched. */
const watchMs = 3_600_000;

/** Fee of a payer's transaction that is taken whatever others pay. */
const payerFee = 1_000n;

function termsOf(plan: OrderPlan, { charged, nativeUsd }: World['gas']): ExecutionTerms {
  return {
    ...(charged === undefined
      ? {}
      : {
          quoted: {
            gas: charged.toString(),
            depositGas: charged.toString(),
            nativeUsdE12: (nativeUsd * 10n ** 12n).toString(),
            minimum: plan.amountOut.toString(),
          },
        }),
    appFees: plan.appFee === 0n ? [] : [{ account: app, amount: plan.appFee.toString() }],
    ...(plan.sponsorCap === 0n
      ? {}
      : {
          sponsor: {
            account: sponsor,
            microUsd: plan.sponsorCharge.toString(),
            currency: { chainId: plan.originId, address: usdc },
          },
        }),
  };
}

async function save({ settlement, time, world }: PlacingParts, plan: OrderPlan): Promise<void> {
  const hasTerms = plan.appFee > 0n || plan.sponsorCap > 0n || world.gas.charged !== undefined;
  await settlement.saveRequest({
    id: plan.requestId,
    orderId: plan.orderId,
    originChainId: plan.originId,
    destinationChainId: plan.destinationId,
    payer: plan.payer,
    recipient: plan.recipient,
    quote: '{}',
    ...(hasTerms ? { executionTerms: JSON.stringify(termsOf(plan, world.gas)) } : {}),
    orderData: JSON.stringify(plan.order),
    createdAt: time.now(),
    fillBy: plan.fillBy,
    ...(plan.depositAddress === undefined
      ? {}
      : {
          depositAddress: {
            address: plan.depositAddress,
            type: 'strict',
            currency: plan.currencyIn,
            depositor: plan.payer,
            refundTo: plan.refundTo,
            quoteRequest: '{}',
            expiresAt: plan.fillBy + watchMs,
          },
        }),
  });
}

/** Has the solver submit a deposit that the payer has signed for. */
async function submitSigned({ settlement }: PlacingParts, plan: OrderPlan): Promise<void> {
  const { orderId, payer, amountIn: amount, originId: chainId, fillBy } = plan;
  const job = relayJob({
    chainId,
    orderId,
    leg: 'pull',
    to: fakeAddress('router'),
    gasLimit: 100_000,
    data: fakeSignedDeposit({ payer, orderId, currency: usdc, amount }),
    until: Math.floor(fillBy / 1000),
    endsRequest: true,
  });
  await settlement.transaction(async (tx) => {
    await beginRequests(tx, [orderId]);
    await changeRequests(tx, settlement.hub, [{ orderId, events: ['depositSent'] }]);
    await settlement.jobs.add(tx, [job]);
  });
}

/** Pays to the deposit address of an order: what was asked for, less, more, or once more later. */
function payAddress({ world, time, random }: PlacingParts, plan: OrderPlan): void {
  const { payer, amountIn, currencyIn: currency, depositAddress: recipient } = plan;
  if (recipient === undefined) throw new Error('The order has no deposit address.');
  const { fake } = world.chain(plan.originId);
  const send = (amount: bigint): void => {
    fake.send(payer, [{ type: 'transfer', recipient, currency, amount }], { fee: payerFee });
  };
  const way = random.pick(['exact', 'exact', 'exact', 'less', 'more', 'twice']);
  if (way === 'less') send((amountIn * BigInt(random.between(10, 99))) / 100n);
  else if (way === 'more') send(amountIn + BigInt(random.between(1, 1_000_000)));
  else send(amountIn);
  if (way === 'twice')
    time.after(random.between(0, 60_000), () => {
      send(amountIn);
    });
}

/** Sends the payer's transactions. Payers have an account each, so none waits for another. */
function pay(parts: PlacingParts, plan: OrderPlan): void {
  const { world, time, random } = parts;
  const { fake } = world.chain(plan.originId);
  const { payer, orderId, amountIn, currencyIn: currency } = plan;
  const deposit = (amount: bigint) => ({
    type: 'deposit' as const,
    orderId,
    depositor: payer,
    currency,
    amount,
  });
  const send = (amounts: readonly bigint[]): void => {
    const amount = amounts.reduce((sum, one) => sum + one, 0n);
    fake.send(
      payer,
      [{ type: 'approve', currency, spender: fakeDepository, amount }, ...amounts.map(deposit)],
      { fee: payerFee },
    );
  };
  const later = (ms: number, work: () => void): void => void time.after(ms, work);
  switch (plan.kind) {
    case 'exact':
    case 'stray':
    case 'reverting':
      send([amountIn]);
      return;
    case 'taxed':
      // The hundredth part that the token keeps leaves what was asked for.
      send([amountIn + amountIn / 99n]);
      return;
    case 'address':
      payAddress(parts, plan);
      return;
    case 'imitated':
      fake.send(
        payer,
        [{ type: 'imitation', orderId, depositor: payer, currency, amount: amountIn }],
        { fee: payerFee },
      );
      return;
    case 'underpaid':
      send([(amountIn * BigInt(random.between(1, 99))) / 100n]);
      return;
    case 'overpaid':
      send([amountIn + BigInt(random.between(1, 1_000_000))]);
      return;
    case 'twice':
      send([amountIn]);
      later(random.between(0, 60_000), () => {
        send([amountIn]);
      });
      return;
    case 'twice at once':
      send([amountIn, amountIn]);
      return;
    case 'reclaim':
      send([amountIn]);
      takeBack(parts, plan);
      return;
    case 'late':
    case 'unpaid':
    case 'signed':
  }
}

/** Asks for a deposit back soon after it was made, and takes it when its time has come. */
function takeBack({ world, time, random }: PlacingParts, plan: OrderPlan): void {
  const { fake } = world.chain(plan.originId);
  const { payer, orderId } = plan;
  const act = (type: 'requestReclaim' | 'reclaim') => (): void => {
    fake.send(payer, [{ type, orderId, currency: usdc, amount: 0n }], { fee: payerFee });
  };
  time.after(random.between(0, 20_000), act('requestReclaim'));
  time.after(reclaimSeconds * 1_000 + 50_000, act('reclaim'));
}

/** Quotes an order and lets its payer act. */
export async function placeOrder(parts: PlacingParts, plan: OrderPlan): Promise<void> {
  const { world, time, random } = parts;
  const { fake } = world.chain(plan.originId);
  for (const currency of [plan.currencyIn, fakeNative])
    fake.credit(plan.payer, currency, 10n ** 12n);
  if (plan.kind !== 'stray') await save(parts, plan);
  if (plan.kind === 'signed') await submitSigned(parts, plan);
  else if (plan.kind === 'late') {
    const send = (): void => {
      pay(parts, { ...plan, kind: 'exact' });
    };
    time.after(plan.fillBy - time.now() + random.between(1_000, 40_000), send);
  } else
    time.after(random.between(0, 20_000), () => {
      pay(parts, plan);
    });
}
