import { createHash } from 'node:crypto';
import { PortageError } from '@portage/core';
import type {
  CollectionIntent,
  FillIntent,
  PaymentIntent,
  RefundIntent,
} from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import {
  createAssociatedToken,
  depositoryDomain,
  executeTransfer,
  fill,
  programs,
  transferDigest,
  type DepositoryAddresses,
  type TransferRequest,
} from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import type { Key } from './createKey.js';

/** Seconds for which a payment may be carried out; a blockhash lives for about one minute. */
const lifetimeSeconds = 600n;
/**
 * Payments that are signed together must not have the same bytes, or they would be one transaction:
 * their deadlines differ.
 */
const spread = 64n;

/** Options of {@link createPayments}. */
export interface PaymentsOptions {
  readonly chainId: number;
  readonly depository: string;
  readonly addresses: DepositoryAddresses;
  readonly filler: string;
  readonly solver: string;
  readonly allocator: Key;
}

/** Time and sequence of a payment. */
export interface PaymentMoment {
  /** Unix seconds, as the chain says. */
  readonly time: number;
  readonly sequence: bigint;
}

/** The instructions that make payments, and that bring earnings home. */
export type Payments = (
  intent: PaymentIntent | CollectionIntent,
  at: PaymentMoment,
) => readonly Instruction[];

/** A request to the depository, but for what all of them share. */
type Withdrawal = Pick<
  TransferRequest,
  'recipient' | 'token' | 'amount' | 'order' | 'depositor' | 'expiration'
> & {
  /** Name of the withdrawal: the chain carries each out once. */
  readonly name: string;
};

/**
 * Makes the instructions of payments. A refund in a token opens the recipient's account where it is
 * missing, and so does a payment whose order paid for that; the solver lays out the rent. The
 * nonce of a refund or a collection comes from the intent's key alone, so signing again after the
 * expiry authorizes the same payment and never a second one.
 */
export function createPayments(options: PaymentsOptions): Payments {
  const { chainId, depository, addresses, filler, solver, allocator } = options;
  const domain = depositoryDomain({ depository, chainId });
  const opening = (intent: PaymentIntent): readonly Instruction[] => {
    const { currency: mint, recipient: owner } = intent;
    const isBorne = intent.type === 'refund' || intent.opensAccount === true;
    return isBorne && mint !== solanaCodec.nativeCurrency
      ? [createAssociatedToken(solver, { owner, mint, tokenProgram: programs.token })]
      : [];
  };

  const fillInstruction = (intent: FillIntent, deadline: bigint): Instruction => {
    if (intent.calls.length > 0)
      throw new PortageError('EXTRA_TXS_NOT_SUPPORTED', {
        message: 'Payments on Solana make no calls.',
      });
    const { orderId: order, recipient, currency, amount } = intent;
    return fill({ filler, solver, recipient, currency, amount, order, deadline });
  };
  const withdraw = ({ name, ...withdrawal }: Withdrawal): readonly Instruction[] => {
    const nonce = `0x${createHash('sha256').update(name).digest('hex')}`;
    const request: TransferRequest = { ...withdrawal, domain, nonce, vault: addresses.vault };
    return executeTransfer(
      {
        depository,
        request,
        executor: solver,
        allocator: allocator.address,
        signature: allocator.sign(transferDigest(request)),
      },
      addresses,
    );
  };
  const place = `${String(chainId)}/${depository}`;
  const refundInstructions = (intent: RefundIntent, expiration: bigint): readonly Instruction[] => {
    const { orderId: order, depositor, recipient, currency: token, amount, key } = intent;
    const name = `portage refund/${place}/${order}/${key}`;
    return withdraw({ recipient, token, amount, order, depositor, expiration, name });
  };
  // The program keeps no escrow for each order, so one request brings home all of a collection.
  const collectionInstructions = (
    { orderId: order, currency: token, amount }: CollectionIntent,
    expiration: bigint,
  ): readonly Instruction[] => {
    const name = `portage collection/${place}/${order}`;
    const home = { recipient: solver, depositor: solver };
    return withdraw({ ...home, token, amount, order, expiration, name });
  };

  return (intent, { time, sequence }) => {
    const until = BigInt(time) + lifetimeSeconds + (sequence % spread);
    if (intent.type === 'collection') return collectionInstructions(intent, until);
    return [
      ...opening(intent),
      ...(intent.type === 'fill'
        ? [fillInstruction(intent, until)]
        : refundInstructions(intent, until)),
    ];
  };
}
