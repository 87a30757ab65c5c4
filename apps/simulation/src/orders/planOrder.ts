import { bytesToHex, type OrderData } from '@portage/core';
import type { OrderCall } from '@portage/core/chain';
import { fakeAddress, fakeCodec, fakeNative } from '@portage/testing';
import { solverAccount, taxed, usdc, type World } from '../chains/createWorld.js';
import type { Random } from '../random.js';

/** Ways in which a payer acts on an order. */
const orderKinds = {
  /** Pays what was asked for. */
  exact: 40,
  /** Pays too little. */
  underpaid: 8,
  /** Pays too much. */
  overpaid: 6,
  /** Pays twice. */
  twice: 6,
  /** Pays twice in one transaction. */
  'twice at once': 4,
  /** Pays when the time is over. */
  late: 6,
  /** Never pays. */
  unpaid: 4,
  /** Signs, and the solver submits the deposit. */
  signed: 8,
  /** Pays, and asks the depository for the money back. */
  reclaim: 4,
  /** Pays without an order, and withdraws the money by a signature. */
  stray: 4,
  /** Pays to a deposit address, which is swept: what was asked for, less, more, or twice. */
  address: 8,
  /** Pays an order whose payment reverts on its chain. */
  reverting: 4,
  /** Pays with a currency that keeps a part, and so much that the rest is what was asked for. */
  taxed: 4,
  /** Never pays; a foreign contract reports a deposit. */
  imitated: 2,
} as const;

/** Way in which a payer acts. */
export type OrderKind = keyof typeof orderKinds;

/** An order as it is quoted, and how its payer will act. */
export interface OrderPlan {
  readonly kind: OrderKind;
  readonly requestId: string;
  readonly orderId: string;
  readonly originId: number;
  readonly destinationId: number;
  readonly payer: string;
  /** Address that the payer pays to; undefined where the payer pays the depository. */
  readonly depositAddress: string | undefined;
  /** Account that refunds go to, as signed. */
  readonly refundTo: string;
  readonly recipient: string;
  /** Currency that is paid with. */
  readonly currencyIn: string;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** Native currency that the recipient gets beside; 0 for none. */
  readonly topup: bigint;
  /** Calls that are made with the payment. */
  readonly calls: readonly OrderCall[];
  /** Fee of an app, in units of the input; 0 without one. */
  readonly appFee: bigint;
  /** App fee as signed in the order, in units of the input; 0 without one. */
  readonly signedAppFee: bigint;
  /** Cap of what the sponsor pays, in micro-USD; 0 without one. */
  readonly sponsorCap: bigint;
  /** Charge of the sponsor, in micro-USD. */
  readonly sponsorCharge: bigint;
  /** Milliseconds since 1970 until which the order is filled. */
  readonly fillBy: number;
  readonly order: OrderData;
}

/** App that earns fees, and account of the sponsor. */
export const app: string = fakeAddress('app');
export const sponsor = 'sponsor';

/** Micro-USD that the sponsor brings. */
export const sponsorStart: bigint = 10n ** 13n;

/** Milliseconds in which a payer has to pay. */
const fillMs = 90_000;

function drawKind(random: Random): OrderKind {
  // The names of a table are those of its type.
  const kinds = Object.entries(orderKinds) as [OrderKind, number][];
  let left = random.next() * kinds.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of kinds) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'exact';
}

function encodeCall(call: OrderCall): string {
  const encoded = fakeCodec.encodeCall?.(call);
  if (encoded === undefined) throw new Error('Fake chains have calls.');
  return encoded;
}

interface Terms {
  readonly from: string;
  readonly to: string;
  readonly salt: string;
}

/** The order that the payer signs for. */
function orderOf(plan: Omit<OrderPlan, 'order'>, { from, to, salt }: Terms): OrderData {
  const deadline = Math.floor(plan.fillBy / 1000) + 600;
  const payment = (currency: string, amount: bigint) => ({
    recipient: plan.recipient,
    currency,
    minimumAmount: amount.toString(),
    expectedAmount: amount.toString(),
  });
  const refund = (chainId: string) => ({
    chainId,
    recipient: plan.refundTo,
    currency: plan.currencyIn,
    minimumAmount: '0',
    deadline,
    extraData: '0x',
  });
  return {
    version: 'v1',
    solverChainId: from,
    solver: solverAccount,
    salt,
    inputs: [
      {
        payment: {
          chainId: from,
          currency: plan.currencyIn,
          amount: plan.amountIn.toString(),
          weight: '1',
        },
        refunds: [refund(from), refund(to)],
      },
    ],
    output: {
      chainId: to,
      payments: [
        payment(usdc, plan.amountOut),
        ...(plan.topup === 0n ? [] : [payment(fakeNative, plan.topup)]),
      ],
      calls: plan.calls.map(encodeCall),
      deadline,
      extraData: '0x',
    },
    fees:
      plan.signedAppFee === 0n
        ? []
        : [
            {
              recipientChainId: from,
              recipient: app,
              currencyChainId: from,
              currency: usdc,
              amount: plan.signedAppFee.toString(),
            },
          ],
  };
}

/** Calls that some orders make with what they are paid. */
function drawCalls(random: Random): readonly OrderCall[] {
  if (!random.chance(0.12)) return [];
  return Array.from({ length: random.between(1, 3) }, () => ({
    to: fakeAddress('target'),
    value: 0n,
    data: bytesToHex(random.bytes(8)),
  }));
}

/** Draws an order between two chains. */
export function planOrder(world: World, random: Random, now: number, index: number): OrderPlan {
  const drawn = drawKind(random);
  const count = world.chains.length;
  const from = random.between(0, count - 1);
  const to = (from + random.between(1, count - 1)) % count;
  const [origin, destination] = [world.chains[from], world.chains[to]];
  if (origin === undefined || destination === undefined) throw new Error('There are chains.');
  const addresses = origin.chain.deposit?.addresses;
  const kind = drawn === 'address' && addresses === undefined ? 'exact' : drawn;
  const name = String(index);
  const payer = fakeAddress(`payer${name}`);
  const amountIn = BigInt(random.between(200_000, 50_000_000));
  const isPlain = kind !== 'taxed';
  const appFee = isPlain && random.chance(0.15) ? amountIn / 100n : 0n;
  const sponsored = isPlain && random.chance(0.08) ? amountIn / 50n : 0n;
  const orderId = bytesToHex(random.bytes(32));
  const plan = {
    kind,
    payer,
    orderId,
    appFee,
    amountIn,
    currencyIn: isPlain ? usdc : taxed,
    depositAddress:
      kind === 'address' ? addresses?.addressOf({ orderId, depositor: payer }) : undefined,
    topup: random.chance(0.08) ? BigInt(random.between(1_000, 1_000_000)) : 0n,
    calls: drawCalls(random),
    requestId: bytesToHex(random.bytes(32)),
    originId: origin.kind.id,
    destinationId: destination.kind.id,
    refundTo: random.chance(0.3) ? fakeAddress(`refund${name}`) : payer,
    recipient: fakeAddress(`to${name}`),
    amountOut: sponsored > 0n ? amountIn - appFee : (amountIn * 98n) / 100n - appFee,
    signedAppFee: appFee,
    sponsorCap: sponsored,
    sponsorCharge: sponsored,
    fillBy: now + fillMs,
  };
  const salt = bytesToHex(random.bytes(32));
  return {
    ...plan,
    order: orderOf(plan, { from: origin.kind.slug, to: destination.kind.slug, salt }),
  };
}
