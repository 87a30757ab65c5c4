import { depositoryAbi, fillerAbi } from '@portage/contracts';
import { evmChain, type Devnet } from '@portage/devnet';
import { isAddressEqual, type Hex } from 'viem';
import type { Place } from '../../src/currencies.js';
import type { PlacedOrder } from './placeOrder.js';

/** Amounts and payments of an order as its chains tell them. */
export interface PaidOrder extends PlacedOrder {
  /** Growth of the recipient's balance, in smallest units. */
  readonly received: bigint;
  /** Growth of the balance that refunds go to, in smallest units. */
  readonly refunded: bigint;
  /** Fills of the order on an EVM chain; undefined on another one. */
  readonly fills: number | undefined;
  /** Deposits for the order in the depository; undefined off EVM chains. */
  readonly deposits: number | undefined;
  /** Withdrawals of the order's deposit to others than the solver; undefined off EVM chains. */
  readonly refunds: number | undefined;
}

/** Reads what the chains say of an order. */
export async function readPaid(
  order: PlacedOrder,
  devnet: Devnet,
  balanceOf: (place: Place, holder: string) => Promise<bigint>,
): Promise<PaidOrder> {
  // Ids of orders are hex.
  const orderId = order.quote.protocol.v2?.orderId as Hex;
  const { from, to } = order;
  const none = { deposits: undefined, refunds: undefined };
  const [received, refunded, fills, counts] = await Promise.all([
    balanceOf(to, order.recipient),
    balanceOf(from, order.refundTo),
    to.vm === 'evm' ? countFills(devnet, to.chainId, orderId) : undefined,
    from.vm === 'evm' ? countInDepository(devnet, from.chainId, orderId) : none,
  ]);
  return { ...order, received, refunded, fills, ...counts };
}

/** Statuses of unpaid requests. */
const unpaid: readonly string[] = ['waiting', 'expired'];

/** Whether nothing was paid: a wallet refused, or time was over before anything was sent. Pure. */
export function isUnpaid({ status, isSubmitted, deposits, quote }: PaidOrder): boolean {
  const hasAddress = quote.steps.some(({ depositAddress = '' }) => depositAddress !== '');
  const hasNone = !isSubmitted || (deposits === 0 && !hasAddress);
  return (status === undefined || unpaid.includes(status)) && hasNone;
}

async function countFills(devnet: Devnet, chainId: number, orderId: Hex): Promise<number> {
  const logs = await devnet
    .client(chainId)
    .getContractEvents({
      abi: fillerAbi,
      address: evmChain(devnet.description, chainId).contracts.filler,
      eventName: 'Filled',
      args: { orderId },
      fromBlock: 0n,
    });
  return logs.length;
}

/** Deposits of an order, and withdrawals of them to others than the solver. */
async function countInDepository(
  devnet: Devnet,
  chainId: number,
  orderId: Hex,
): Promise<Pick<PaidOrder, 'deposits' | 'refunds'>> {
  const { address: solver } = devnet.description.roles.solver;
  const client = devnet.client(chainId);
  const asked = {
    abi: depositoryAbi,
    address: evmChain(devnet.description, chainId).contracts.depository,
    args: { id: orderId },
    fromBlock: 0n,
    strict: true,
  } as const;
  const [deposits, releases] = await Promise.all([
    client.getContractEvents({ ...asked, eventName: 'Deposit' }),
    client.getContractEvents({ ...asked, eventName: 'Released' }),
  ]);
  return {
    deposits: deposits.length,
    refunds: releases.filter(({ args }) => !isAddressEqual(args.to, solver)).length,
  };
}

const describeOpen = ({ status, deposits, errors }: PaidOrder): string =>
  `it did not end: ${status ?? 'no status'}; ${String(deposits ?? 'unknown')} deposits; ${errors.join('; ')}`;

const reasonOf = ({ refundFailReason = 'no reason', errors }: PaidOrder): string =>
  [refundFailReason, ...errors].join('; ');

/** Sentences of what is wrong with an order that should have ended once. Pure. */
export function findFaults(order: PaidOrder): readonly string[] {
  const { currencyIn, currencyOut } = order.quote.details;
  const { fills = 1, refunds = 1, received, refunded } = order;
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  if (order.status === 'success') {
    expect(fills === 1, `${String(fills)} fills`);
    // A payment that a fork took back may come again after the next one: that one is refunded.
    const again = BigInt(order.payments - 1);
    expect(BigInt(order.refunds ?? 0) <= again, 'filled and refunded');
    const isKept = refunded <= again * BigInt(currencyIn.amount);
    expect(isKept, `filled, and ${String(refunded)} refunded`);
    const isPaid = received >= BigInt(currencyOut.minimumAmount);
    expect(order.kind.isSpent === true || isPaid, `success, but ${String(received)} received`);
    // A recipient who is paid twice has nearly twice the quoted amount, or more.
    expect(2n * received < 3n * BigInt(currencyOut.amount), `${String(received)} received`);
  } else if (order.status === 'refund') {
    expect(order.fills === undefined || order.fills === 0, 'refunded and filled');
    expect(received === 0n, `refunded, and ${String(received)} received`);
    expect(refunds === 1, `${String(refunds)} refunds`);
    expect(refunded > 0n, 'refund, but nothing came back');
    expect(refunded <= BigInt(currencyIn.amount), `${String(refunded)} refunded`);
  } else if (order.status === 'failure') {
    // The service could not bring the deposit in, or it does not cover dear gas: then it is its
    // owner's to withdraw, as the rules of the books check.
    const isKept = order.refundFailReason === 'AMOUNT_TOO_LOW_TO_REFUND';
    expect(order.deposits === 0 || isKept, `failure, and a deposit was made: ${reasonOf(order)}`);
    expect(received === 0n && refunded === 0n, `failure, and ${String(received)} received`);
  } else if (!isUnpaid(order)) faults.push(describeOpen(order));
  return faults;
}
