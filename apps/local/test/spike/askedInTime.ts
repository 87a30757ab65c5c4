import {
  appFeeClaims,
  createPortage,
  getAppFeeBalances,
  prepareAppFeeClaim,
  signWithdrawal,
  withdrawals,
} from '@portage/sdk';
import { eventually } from '@portage/testing';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Place } from '../../src/currencies.js';
import type { DemonstrationContext } from '../../src/demonstrations/demonstration.js';
import type { AskedClaim } from '../../src/demonstrations/isClaimable.js';
import { openSide } from '../../src/demonstrations/transfer.js';

// Payments that are asked for while a chain is cheap, so that it may become dear before they are
// made.

/** Policy of a service that waits for cheap blocks for seconds alone. */
export const impatient = { fills: { gasWaitMs: 3_000, refundWaitMs: 3_000 } };

/** Has a transfer quoted. @returns pays for it, and resolves with its end */
export async function quoteAhead<T>(
  start: (onQuote: () => Promise<void>) => Promise<T>,
): Promise<() => Promise<T>> {
  let tellQuoted: () => void = () => undefined;
  const quoted = new Promise<void>((resolve) => (tellQuoted = resolve));
  let pay: () => void = () => undefined;
  const isDear = new Promise<void>((resolve) => (pay = resolve));
  const paying = start(() => {
    tellQuoted();
    return isDear;
  });
  await Promise.race([quoted, paying]);
  return () => {
    pay();
    return paying;
  };
}

/** Answer to a body of JSON. */
export async function postTo(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}

/** Claim of the app fees of a key's account, which is signed and not sent yet. */
export async function signClaim(url: string, key: Hex, asked: Omit<AskedClaim, 'wallet'>) {
  const account = privateKeyToAccount(key);
  const wallet = account.address;
  const client = createPortage({ baseUrl: url }).client.extend(appFeeClaims());
  const { digest, message } = await eventually(
    () => prepareAppFeeClaim(client, { ...asked, wallet }),
    () => true,
    { what: 'a claim that can be prepared', everyMs: 250 },
  );
  const { claimId } = message;
  const signature = await account.signMessage({ message: { raw: digest } });
  const body = { kind: 'claim', requestId: claimId };
  return {
    claimId,
    send: () => postTo(`${url}/execute/permits?signature=${signature}`, body),
    /** Fees that are the account's. */
    claimable: async (): Promise<bigint> =>
      BigInt((await getAppFeeBalances(client, wallet)).balances[0]?.amount ?? 0),
  };
}

/** Withdrawal of a deposit of no order, which may be signed more than once. */
export async function openWithdrawal(
  context: DemonstrationContext,
  { place, amount, maxFee }: { place: Place; amount: bigint; maxFee?: bigint },
) {
  const side = openSide(context, place);
  const client = createPortage({ baseUrl: context.serviceUrl }).client.extend(withdrawals());
  const recipient = await side.freshAccount();
  const terms = {
    chainId: place.slug,
    ownerChainId: place.slug,
    currency: place.address,
    owner: side.user,
    recipient,
    amount: amount.toString(),
  };
  const sign = async () => {
    const message = await client.prepareWithdrawal(terms, { maxFee });
    const signature = await signWithdrawal(message, { executor: side.executor });
    const fee = BigInt(String(message.additionalData?.['fee']));
    return { fee, send: () => client.executeWithdrawal({ ...message, signature }) };
  };
  return {
    sign: () => eventually(sign, () => true, { what: 'a withdrawal', everyMs: 500 }),
    status: (jobId: string) => client.getWithdrawalStatus(jobId),
    received: () => side.balanceOf(place, recipient),
  };
}
