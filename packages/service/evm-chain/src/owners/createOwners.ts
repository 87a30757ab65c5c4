import { bytesToHex, hexToBytes } from '@portage/core';
import type { Owners } from '@portage/core/chain';
import {
  malformedReply,
  readAgreed,
  readResult,
  type Endpoint,
  type Quorum,
} from '@portage/chain-kit';
import type { Keccak } from '@portage/evm/abi';
import { askContract, type ContractRequest, type ContractRequests } from './askContract.js';
import { recoverSigner } from './recoverSigner.js';

/** Readings of the chain that owners are checked with. */
export interface OwnersOptions {
  readonly quorum: Quorum;
  readonly keccak: Keccak;
  /** Deploys accounts before they are asked (ERC-6492); absent where only deployed ones sign. */
  readonly multicall3: string | undefined;
}

/** Account that is asked, and how. */
interface AskedOwner extends ContractRequests {
  readonly account: string;
}

/**
 * Asks one endpoint about a signature: the account's code comes first, and where there is any, the
 * account alone is asked. It is looked at again after a deployment was tried out, because anybody
 * can deploy the account in between.
 */
async function askOne(
  endpoint: Pick<Endpoint, 'ask'>,
  { account, deployed, undeployed }: AskedOwner,
  signal: AbortSignal,
): Promise<boolean> {
  const isTaken = async (asked: ContractRequest): Promise<boolean> =>
    asked.read((await endpoint.ask([asked.request], signal))[0]);
  const hasCode = async (): Promise<boolean> => {
    const [reply] = await endpoint.ask(
      [{ method: 'eth_getCode', params: [account, 'latest'] }],
      signal,
    );
    const code = readResult(reply, 'eth_getCode');
    if (typeof code !== 'string' || !code.startsWith('0x')) throw malformedReply('eth_getCode');
    return code !== '0x';
  };
  if (undeployed === undefined || (await hasCode())) return isTaken(deployed);
  const wouldTake = await isTaken(undeployed);
  return (await hasCode()) ? isTaken(deployed) : wouldTake;
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
      // Contracts take the empty signature for what they have signed on the chain, as a Safe does.
      if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(signature)) return false;
      const hash = messageHash(digest);
      if (recoverSigner(hash, hexToBytes(signature), keccak) === account) return true;
      const question = askContract({ account, hash: bytesToHex(hash), signature, multicall3 });
      if (question === undefined) return false;
      const asked = { account, ...question };
      return readAgreed(
        quorum,
        {
          subject: 'signature of a contract',
          read: (endpoint, stop) => askOne(endpoint, asked, stop),
        },
        signal,
      );
    },
  };
}
