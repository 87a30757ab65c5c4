import { bytesToHex } from '@portage/core';
import type { CollectionIntent, PaymentAuthorization, RefundIntent } from '@portage/core/chain';
import type { Allocator, ReleaseIntent } from '@portage/core/plugin';
import { addressWord, bytesWords, serviceSelectors, uintWord } from '@portage/evm/abi';
import type { Withdrawal } from '@portage/evm/contracts';
import type { Calldata } from './calldata.js';
import type { Keccak } from '@portage/evm/abi';
import { withdrawalOf } from './createAllocator.js';

/**
 * Seconds that an authorization to pay out is good for. The contract and the allocator allow 15
 * minutes, each by its own clock; the rest is for blocks that come late, and for a service whose
 * clock is ten minutes behind.
 */
const expirySeconds = 240;

/** A call of the depository, with the payment in it that any account may carry out. */
export interface AuthorizedCall {
  readonly call: Calldata;
  readonly authorization: PaymentAuthorization;
}

/** Authorizes payments out of one depository. */
export interface Releases {
  /** The call of the depository that makes a refund, signed by the allocator. */
  refund(intent: RefundIntent): Promise<AuthorizedCall>;
  /** The call of the depository that makes a collection for an account, signed by the allocator. */
  collection(intent: CollectionIntent, to: string): Promise<AuthorizedCall>;
}

/** Depository and key of releases. */
export interface ReleasesOptions {
  readonly chainId: number;
  readonly depository: string;
  readonly allocator: Allocator;
  readonly keccak: Keccak;
  /** Unix seconds by the chain's clock. */
  readonly time: () => number;
}

/** Makes the calls of one depository that its allocator has signed for. */
export function createReleases(options: ReleasesOptions): Releases {
  const { chainId, depository, allocator, keccak, time } = options;
  const sign = async (
    release: Omit<ReleaseIntent, 'chainId' | 'depository'>,
  ): Promise<AuthorizedCall> => {
    const intent = { ...release, chainId, depository };
    const signature = await allocator.sign(intent);
    const withdrawal = withdrawalOf(intent, keccak);
    return {
      call: { to: depository, value: 0n, data: encodeWithdraw(withdrawal, signature) },
      authorization: { nonce: `0x${uintWord(withdrawal.nonce)}`, expiry: intent.expiry },
    };
  };
  return {
    refund: ({ orderId, depositor, currency, recipient, amount, key }) =>
      sign({
        purpose: 'refund',
        orderId,
        key,
        currency,
        recipient,
        amount,
        releases: [{ orderId, depositor, amount }],
        expiry: Math.floor(time()) + expirySeconds,
      }),
    collection: ({ orderId, currency, amount, releases, expiry }, recipient) =>
      sign({
        purpose: 'collection',
        orderId,
        key: '',
        currency,
        recipient,
        amount,
        releases,
        expiry,
      }),
  };
}

/** `withdraw(Withdrawal withdrawal, bytes signature)`. */
function encodeWithdraw(withdrawal: Withdrawal, signature: Uint8Array): string {
  const releases = withdrawal.releases
    .map(
      ({ id, depositor, amount }) => `${id.slice(2)}${addressWord(depositor)}${uintWord(amount)}`,
    )
    .join('');
  const fields = `${addressWord(withdrawal.token)}${addressWord(withdrawal.to)}${uintWord(withdrawal.amount)}${uintWord(withdrawal.nonce)}${uintWord(withdrawal.expiry)}`;
  const struct = `${uintWord(0xc0n)}${fields}${uintWord(BigInt(withdrawal.releases.length))}${releases}`;
  return `${serviceSelectors.withdraw}${uintWord(0x40n)}${uintWord(0x40n + BigInt(struct.length / 2))}${struct}${bytesWords(bytesToHex(signature))}`;
}
