import { createHash } from 'node:crypto';
import { PortageError } from '@portage/core';
import type { FillIntent, PaymentIntent, RefundIntent } from '@portage/core/chain';
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

/** The instructions that make payments. */
export type Payments = (intent: PaymentIntent, at: PaymentMoment) => readonly Instruction[];

/**
 * Makes the instructions of payments. A refund in a token opens the recipient's account where it is
 * missing, and so does a payment whose order paid for that; the solver lays out the rent. The
 * nonce of a refund comes from the intent's key alone, so signing again after the expiry authorizes
 * the same payment and never a second one.
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
  const refundInstructions = (intent: RefundIntent, expiration: bigint): readonly Instruction[] => {
    const { orderId: order, depositor, recipient, currency: token, amount, key } = intent;
    const nonce = `0x${createHash('sha256')
      .update(`portage refund/${String(chainId)}/${depository}/${order}/${key}`)
      .digest('hex')}`;
    const request: TransferRequest = {
      domain,
      recipient,
      token,
      amount,
      nonce,
      expiration,
      vault: addresses.vault,
      order,
      depositor,
    };
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

  return (intent, { time, sequence }) => {
    const until = BigInt(time) + lifetimeSeconds + (sequence % spread);
    return [
      ...opening(intent),
      ...(intent.type === 'fill'
        ? [fillInstruction(intent, until)]
        : refundInstructions(intent, until)),
    ];
  };
}
