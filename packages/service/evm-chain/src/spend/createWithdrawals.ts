import { bytesToHex, zeroAddress } from '@portage/core';
import type { CollectionIntent, RefundIntent } from '@portage/core/chain';
import type { CollectionRelease } from '@portage/core/plugin';
import { addressWord, bytesWords, serviceSelectors, uintWord } from '@portage/evm/abi';
import { noOrder, withdrawalDigest, type Release, type Withdrawal } from '@portage/evm/contracts';
import type { Calldata } from './calldata.js';
import type { Keccak } from '@portage/evm/abi';
import type { Key } from './createKey.js';
import type { Signature } from './curve.js';

/**
 * Seconds that an authorization to pay out is good for. The contract allows 15 minutes; the rest is
 * for blocks that come late.
 */
const expirySeconds = 600n;

/** Authorizes payments out of one depository. */
export interface Withdrawals {
  /** The call of the depository that makes a refund, signed by the allocator. */
  calldata(intent: RefundIntent): Promise<Calldata>;
  /** The call of the depository that makes a collection for an account, signed by the allocator. */
  collection(intent: CollectionIntent, to: string): Promise<Calldata>;
  /** The 32 bytes that the allocator signs. */
  digest(withdrawal: Withdrawal): Uint8Array;
}

/** Depository and key of withdrawals. */
export interface WithdrawalsOptions {
  readonly chainId: number;
  readonly depository: string;
  readonly allocator: Key;
  readonly keccak: Keccak;
  /** Unix seconds by the chain's clock. */
  readonly time: () => number;
}

/**
 * The contract's nonce comes from the intent's key alone, so signing again after the expiry
 * authorizes the same payment and never a second one.
 */
export function createWithdrawals(options: WithdrawalsOptions): Withdrawals {
  const { chainId, depository, allocator, keccak, time } = options;
  const textHash = (text: string): string => bytesToHex(keccak(Buffer.from(text, 'utf8'))).slice(2);
  const digest = (withdrawal: Withdrawal): Uint8Array =>
    withdrawalDigest(withdrawal, { chainId, depository }, keccak);
  const nonceOf = (kind: string, key: string): bigint =>
    BigInt(`0x${textHash(`portage ${kind}/${String(chainId)}/${depository}/${key}`)}`);
  const sign = async (withdrawal: Withdrawal): Promise<Calldata> => {
    const signature = await allocator.sign(digest(withdrawal));
    return { to: depository, value: 0n, data: encodeWithdraw(withdrawal, signature) };
  };
  return {
    digest,
    calldata: ({ orderId, depositor, currency, recipient, amount, key }) =>
      sign({
        releases: [releaseOf({ orderId, depositor, amount })],
        token: currency,
        to: recipient,
        amount,
        nonce: nonceOf('refund', `${orderId}/${key}`),
        expiry: BigInt(Math.floor(time())) + expirySeconds,
      }),
    collection: ({ orderId, currency, amount, releases, expiry }, to) =>
      sign({
        releases: releases.map(releaseOf),
        ...{ token: currency, to, amount },
        nonce: nonceOf('collection', orderId),
        expiry: BigInt(expiry),
      }),
  };
}

/**
 * The contract's name for what a deposit left there. A direct deposit has no escrow and the zero
 * address as depositor: it is paid out of what no escrow holds, which the contract calls by no id.
 */
function releaseOf({ orderId, depositor, amount }: CollectionRelease): Release {
  return { id: depositor === zeroAddress ? noOrder : orderId, depositor, amount };
}

/** `withdraw(Withdrawal withdrawal, bytes signature)`. */
function encodeWithdraw(withdrawal: Withdrawal, signature: Signature): string {
  const releases = withdrawal.releases
    .map(
      ({ id, depositor, amount }) => `${id.slice(2)}${addressWord(depositor)}${uintWord(amount)}`,
    )
    .join('');
  const fields = `${addressWord(withdrawal.token)}${addressWord(withdrawal.to)}${uintWord(withdrawal.amount)}${uintWord(withdrawal.nonce)}${uintWord(withdrawal.expiry)}`;
  const struct = `${uintWord(0xc0n)}${fields}${uintWord(BigInt(withdrawal.releases.length))}${releases}`;
  const bytes = `0x${uintWord(signature.r)}${uintWord(signature.s)}${(27 + signature.yParity).toString(16)}`;
  return `${serviceSelectors.withdraw}${uintWord(0x40n)}${uintWord(0x40n + BigInt(struct.length / 2))}${struct}${bytesWords(bytes)}`;
}
