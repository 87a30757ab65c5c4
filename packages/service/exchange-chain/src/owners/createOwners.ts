import { bytesToHex } from '@portage/core';
import type { Owners } from '@portage/core/chain';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import { answers, calls } from '../endpoint/requests.js';
import { recoverOwner } from './recoverOwner.js';

/** Answer of a quorum about an account that there is not. */
const noOwner = '';

/** Options of {@link createOwners}. */
export interface OwnersOptions {
  readonly quorum: Quorum;
}

/**
 * Checks signatures of the wallets that accounts belong to: EIP-191 over the 64 characters of the
 * digest's hexadecimal text. Whose an account is, a quorum of hosts says.
 *
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function createOwners({ quorum }: OwnersOptions): Owners {
  return {
    verify: async ({ account, digest, signature }, signal) => {
      const signer = await recoverOwner(bytesToHex(digest).slice(2), signature);
      if (signer === undefined) return false;
      const owner = await readOwner(quorum, Number(account), signal);
      return owner !== noOwner && signer === owner;
    },
  };
}

/** Address of an owner in lower case; {@link noOwner} for an account that there is not. */
function readOwner(quorum: Quorum, index: number, signal?: AbortSignal): Promise<string> {
  return readAgreed(
    quorum,
    {
      subject: 'owner of an account',
      read: async ({ ask }, stop) => {
        const [reply] = await ask([calls.account(index)], stop);
        return answers.account(reply, index)?.owner ?? noOwner;
      },
    },
    signal,
  );
}
