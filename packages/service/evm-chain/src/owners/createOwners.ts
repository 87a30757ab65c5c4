import { bytesToHex, hexToBytes } from '@portage/core';
import type { Owners } from '@portage/core/chain';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import type { Keccak } from '@portage/evm/abi';
import { askContract } from './askContract.js';
import { recoverSigner } from './recoverSigner.js';

/** Readings of the chain that owners are checked with. */
export interface OwnersOptions {
  readonly quorum: Quorum;
  readonly keccak: Keccak;
  /** Deploys accounts before they are asked (ERC-6492); absent where only deployed ones sign. */
  readonly multicall3: string | undefined;
}

/**
 * Checks signatures of wallets over the 32 bytes of a digest (EIP-191): those of keys here, and
 * those of contracts (ERC-1271), deployed or not (ERC-6492), by a quorum of endpoints.
 *
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function createOwners({ quorum, keccak, multicall3 }: OwnersOptions): Owners {
  const messageHash = (digest: Uint8Array): Uint8Array => {
    const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${String(digest.length)}`, 'utf8');
    return keccak(Buffer.concat([prefix, digest]));
  };
  return {
    verify: async ({ account, digest, signature }, signal) => {
      if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) return false;
      const hash = messageHash(digest);
      if (recoverSigner(hash, hexToBytes(signature), keccak) === account) return true;
      const question = askContract({ account, hash: bytesToHex(hash), signature, multicall3 });
      if (question === undefined) return false;
      return readAgreed(
        quorum,
        {
          subject: 'signature of a contract',
          read: async ({ ask }, stop) => {
            const [reply] = await ask([question.request], stop);
            return question.read(reply);
          },
        },
        signal,
      );
    },
  };
}
