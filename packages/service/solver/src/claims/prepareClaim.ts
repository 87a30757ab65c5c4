import { bytesToHex, Money, PortageError, requestFault } from '@portage/core';
import { claimDigest, type ClaimMessage } from '@portage/withdrawals';
import { amountText } from '../amountText.js';
import { fresh } from '../context.js';
import { claimCostPart } from '../cost/costParts.js';
import type { ClaimContext } from './claimContext.js';
import type { ClaimRequest, PreparedClaim } from './claimRequest.js';
import { readClaimRequest, type ReadClaim } from './readClaimRequest.js';
import { tooManyReverts } from './tooManyReverts.js';

/** Seconds that a prepared claim is good for. */
const lifeSeconds = 3_600;

const confirmMsMax = 5_000;

/**
 * Says what a wallet's owner has to sign. The claim is stored until its time is over; nothing is
 * taken out of the balance before it is signed.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS` where less can be claimed, `AMOUNT_TOO_LOW` where the
 *   payment would cost more than a hundredth, `RATE_LIMITED` after payments that reverted,
 *   `PRICE_FETCH_FAILED`, `INVALID_RECIPIENT`, and what {@link readClaimRequest} throws
 */
export async function prepareClaim(
  context: ClaimContext,
  request: ClaimRequest,
): Promise<PreparedClaim> {
  const { settlement, clock, randomBytes } = context;
  const read = readClaimRequest(context, request);
  const { chain, asset, wallet, recipient } = read;
  const place = { wallet, chainId: chain.id, currency: asset.address };
  const claimable = await settlement.claims.claimable(place);
  const amount = request.amount === undefined ? claimable : BigInt(request.amount);
  if (amount > claimable || amount <= 0n) throw insufficient(claimable, asset);
  await checkReverts(context, wallet);
  await checkWorth(context, read, amount);
  const expiresAt = Math.floor(clock.now() / 1_000) + lifeSeconds;
  const id = bytesToHex(randomBytes(32));
  const message: ClaimMessage = {
    claimId: id,
    wallet: request.wallet,
    chainId: chain.id,
    currency: request.currency,
    recipient: request.recipient,
    amount: amount.toString(),
    expiresAt,
  };
  const digest = bytesToHex(claimDigest(message));
  await settlement.claims.prepare({ ...place, id, digest, amount, recipient, expiresAt });
  return { message, digest };
}

function insufficient(claimable: bigint, asset: ReadClaim['asset']): PortageError {
  return new PortageError('INSUFFICIENT_FUNDS', {
    message: `The wallet can claim ${amountText(claimable, asset)} on this chain now.`,
    hint: 'App fees are claimed on the chain and in the currency in which they were earned, once the payouts that earned them are final.',
  });
}

/** Says it before anything is signed; the limit itself is kept where a claim is taken in. */
async function checkReverts({ settlement, policy }: ClaimContext, wallet: string): Promise<void> {
  if ((await settlement.claims.countReverted(wallet)) < policy.fills.revertsPerPayerMax) return;
  throw tooManyReverts();
}

/** The solver pays the gas, and the rent of an account that the recipient lacks, of small part. */
async function checkWorth(
  context: ClaimContext,
  { chain, asset, recipient }: ReadClaim,
  amount: bigint,
): Promise<void> {
  const currency = asset.address;
  const [state] =
    (await chain.recipients?.confirm(
      [{ recipient, currency }],
      context.clock.timeout(confirmMsMax),
    )) ?? [];
  const refusal = state?.refusal ?? state?.doubt;
  if (refusal !== undefined) throw refusal;
  const gas = fresh(context, chain.gas.estimate({ type: 'fill', currency, recipient, calls: [] }));
  const native = fresh(context, context.prices(chain.native.id));
  const price = asset.isNative ? native : fresh(context, context.prices(asset.id));
  if (gas === undefined || native === undefined || price === undefined)
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: 'Fees or prices are not known at the moment.',
    });
  const least = Money.convertUp(
    (gas + (state?.rent ?? 0n)) * claimCostPart,
    { decimals: chain.native.decimals, price: native },
    { decimals: asset.decimals, price },
  );
  if (amount < least || amount < (state?.least ?? 0n))
    throw requestFault('amount', 'is less than a claim is worth', {
      code: 'AMOUNT_TOO_LOW',
      message: `Claims of less than ${least.toString()} cost more than a hundredth of them now.`,
      hint: 'Claim when more was earned, or when gas is cheaper.',
    });
}
