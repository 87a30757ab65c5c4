import { zeroAddress } from '@portage/core';
import type { Vault } from '@portage/core/chain';
import type { Rpc, RpcRequest } from '@portage/chain-kit';
import { addressWord, reclaimSelectors, serviceSelectors } from '@portage/evm/abi';
import { readInteger, readQuantity } from '../rpc/parse.js';

/** Releases of one collection; each costs some 17,000 gas, and a transaction has 16 million. */
const releasesMax = 200;

/** Capacity and window of a limit. */
const twoWords = /^0x[0-9a-fA-F]{128}$/;
const wordEnd = 66;

type Escrow = Parameters<Vault['held']>[0][number];

/** Endpoints and contract of a vault. */
export interface VaultOptions {
  readonly rpc: Rpc;
  readonly depository: string;
  /** Unix seconds by the chain's clock. */
  readonly time: () => number;
}

/** Opens what the depository holds. @throws PortageError `RPC_HTTP_ERROR` */
export async function openVault(
  { rpc, depository, time }: VaultOptions,
  signal: AbortSignal,
): Promise<Vault> {
  const call = (data: string): RpcRequest => ({
    method: 'eth_call',
    params: [{ to: depository, data }, 'latest'],
  });
  const [delay] = await rpc.read([call(serviceSelectors.RECLAIM_DELAY)], signal);
  return {
    account: depository,
    reclaimDelay: readInteger(delay, 'delay of reclaims'),
    releasesMax,
    available: async (currency, stop) => {
      const [paused, available] = await rpc.read(
        [
          call(serviceSelectors.withdrawalsPausedUntil),
          call(`${serviceSelectors.availableOf}${addressWord(currency)}`),
        ],
        stop,
      );
      return readInteger(paused, 'end of the pause') > time()
        ? 0n
        : readQuantity(available, 'limit of withdrawals');
    },
    limit: async (currency, stop) => {
      const [told] = await rpc.read(
        [call(`${serviceSelectors.limitOf}${addressWord(currency)}`)],
        stop,
      );
      return readQuantity(firstWord(told), 'limit of withdrawals');
    },
    held: async (escrows, stop) => {
      const held = await rpc.read(
        escrows.map((escrow) => call(escrowCall(escrow))),
        stop,
      );
      return escrows.map((_, index) => readQuantity(held[index], 'escrow'));
    },
  };
}

/** The first word of several; any other answer as it is. */
function firstWord(told: unknown): unknown {
  return typeof told === 'string' && twoWords.test(told) ? told.slice(0, wordEnd) : told;
}

/** Money of a direct deposit is in no escrow, but beside all of them. */
function escrowCall({ orderId, depositor, currency }: Escrow): string {
  if (depositor === zeroAddress) return `${serviceSelectors.surplusOf}${addressWord(currency)}`;
  return `${reclaimSelectors.escrowOf}${orderId.slice(2)}${addressWord(depositor)}${addressWord(currency)}`;
}
