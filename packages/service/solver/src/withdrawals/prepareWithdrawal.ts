import { Money, PortageError } from '@portage/core';
import { fresh } from '../context.js';
import type { WithdrawalContext } from './withdrawalContext.js';
import { countPayments } from './countPayments.js';
import { nonceOf } from './nonceOf.js';
import { readTerms, type ReadTerms } from './readTerms.js';
import type { PreparedWithdrawal, WithdrawalTerms } from './withdrawalTerms.js';

/** Seconds that a prepared withdrawal is good for, from the beginning of its minute. */
const lifeSeconds = 3_600;

const minuteSeconds = 60;

const confirmMsMax = 5_000;

/**
 * Says what an owner has to sign. Asked again within a minute, the answer is the same, until it is
 * executed: then the same terms are another withdrawal.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS` where the balance is less, `AMOUNT_TOO_LOW` where gas
 *   would take all of it, `PRICE_FETCH_FAILED`, `INVALID_RECIPIENT`, and what
 *   {@link readTerms} throws
 */
export async function prepareWithdrawal(
  context: WithdrawalContext,
  terms: WithdrawalTerms,
): Promise<PreparedWithdrawal> {
  const { settlement, clock } = context;
  const read = readTerms(context.chains, terms);
  const { chain, asset, owner, amount } = read;
  await checkRecipient(context, read);
  const balance = await settlement.withdrawals.balance({
    chainId: chain.id,
    currency: asset.address,
    owner,
    native: chain.native.address,
  });
  const each = feeOf(context, read);
  const parts = balance.parts.map((part) => part.amount);
  const payments = countPayments(
    { parts, amount: balance.amount, fee: each, asset: read.asset },
    amount,
  );
  const fee = each * BigInt(payments);
  const validated = { ...terms, amount: amount.toString() };
  const seconds = Math.floor(clock.now() / 1_000);
  const secret = await settlement.withdrawals.secret();
  const firstExpiry = seconds - (seconds % minuteSeconds) + lifeSeconds;
  for (let expiresAt = firstExpiry; expiresAt < firstExpiry + minuteSeconds; expiresAt += 1) {
    const added = { fee: fee.toString(), expiresAt };
    const nonce = nonceOf(secret, { ...validated, ...added });
    if ((await settlement.withdrawals.find(nonce)) === undefined)
      return { nonce, amount: validated.amount, additionalData: added };
  }
  throw new PortageError('RATE_LIMITED', {
    message: 'The same withdrawal was executed too often within a minute.',
    context: { retryAfterSeconds: minuteSeconds },
  });
}

/** @throws PortageError `INVALID_RECIPIENT` for an account that the chain could not pay */
async function checkRecipient(
  { clock }: WithdrawalContext,
  { chain, asset, recipient }: ReadTerms,
): Promise<void> {
  const payment = { recipient, currency: asset.address };
  const states = await chain.recipients?.confirm([payment], clock.timeout(confirmMsMax));
  const refusal = states?.[0]?.refusal ?? states?.[0]?.doubt;
  if (refusal !== undefined) throw refusal;
}

/** The most that one payment's gas takes: a multiple of the estimate, rounded up. */
function feeOf(context: WithdrawalContext, { chain, asset, recipient }: ReadTerms): bigint {
  const gas = fresh(
    context,
    chain.gas.estimate({ type: 'refund', currency: asset.address, recipient }),
  );
  const native = fresh(context, context.prices(chain.native.id));
  const price = fresh(context, context.prices(asset.id));
  if (gas === undefined || (!asset.isNative && (native === undefined || price === undefined)))
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: 'Fees or prices are not known at the moment.',
    });
  const most = gas * context.policy.fills.gasReserveFactor;
  if (asset.isNative || native === undefined || price === undefined) return most;
  return Money.convertUp(
    most,
    { decimals: chain.native.decimals, price: native },
    { decimals: asset.decimals, price },
  );
}
