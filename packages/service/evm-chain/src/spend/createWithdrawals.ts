import { bytesToHex } from '@portage/core';
import type { RefundIntent } from '@portage/core/chain';
import { addressWord, bytesWords, serviceSelectors, uintWord } from '@portage/evm/abi';
import { withdrawalDigest, type Withdrawal } from '@portage/evm/contracts';
import type { Calldata } from './calldata.js';
import type { Keccak } from '@portage/evm/abi';
import type { Key } from './createKey.js';
import type { Signature } from './curve.js';

/**
 * Seconds that an authorization to pay out is good for. The contract allows 15 minutes; the rest is
 * for clocks that differ.
 */
const expirySeconds = 600n;

/** Authorizes payments out of one depository. */
export interface Withdrawals {
  /** The call of the depository that makes a refund, signed by the allocator. */
  calldata(intent: RefundIntent): Promise<Calldata>;
  /** The 32 bytes that the allocator signs. */
  digest(withdrawal: Withdrawal): Uint8Array;
}

/** Depository and key of withdrawals. */
export interface WithdrawalsOptions {
  readonly chainId: number;
  readonly depository: string;
  readonly allocator: Key;
  readonly keccak: Keccak;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * The contract's nonce comes from the intent's key alone, so signing again after the expiry
 * authorizes the same payment and never a second one.
 */
export function createWithdrawals(options: WithdrawalsOptions): Withdrawals {
  const { chainId, depository, allocator, keccak, clock } = options;
  const textHash = (text: string): string => bytesToHex(keccak(Buffer.from(text, 'utf8'))).slice(2);
  const digest = (withdrawal: Withdrawal): Uint8Array =>
    withdrawalDigest(withdrawal, { chainId, depository }, keccak);
  return {
    digest,
    calldata: async (intent) => {
      const withdrawal: Withdrawal = {
        id: intent.orderId,
        depositor: intent.depositor,
        token: intent.currency,
        to: intent.recipient,
        amount: intent.amount,
        nonce: BigInt(
          `0x${textHash(`portage refund/${String(chainId)}/${depository}/${intent.orderId}/${intent.key}`)}`,
        ),
        expiry: BigInt(Math.floor(clock() / 1_000)) + expirySeconds,
      };
      const signature = await allocator.sign(digest(withdrawal));
      return { to: depository, value: 0n, data: encodeWithdraw(withdrawal, signature) };
    },
  };
}

/** `withdraw(Withdrawal withdrawal, bytes signature)` with one release. */
function encodeWithdraw(withdrawal: Withdrawal, signature: Signature): string {
  const release = `${withdrawal.id.slice(2)}${addressWord(withdrawal.depositor)}${uintWord(withdrawal.amount)}`;
  const fields = `${addressWord(withdrawal.token)}${addressWord(withdrawal.to)}${uintWord(withdrawal.amount)}${uintWord(withdrawal.nonce)}${uintWord(withdrawal.expiry)}`;
  const struct = `${uintWord(0xc0n)}${fields}${uintWord(1n)}${release}`;
  const bytes = `0x${uintWord(signature.r)}${uintWord(signature.s)}${(27 + signature.yParity).toString(16)}`;
  return `${serviceSelectors.withdraw}${uintWord(0x40n)}${uintWord(0x40n + BigInt(struct.length / 2))}${struct}${bytesWords(bytes)}`;
}
