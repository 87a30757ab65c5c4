import { bytesToHex, hexToBytes, zeroAddress } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import type { BridgeEnd, PathDelivery, Rebalance } from '@portage/core/plugin';
import { readAgreed, readResult, type Quorum } from '@portage/chain-kit';
import {
  addressWord,
  readAddress,
  readUint,
  serviceSelectors,
  uintWord,
  type Keccak,
} from '@portage/evm/abi';
import type { EvmBridgeConfig } from '../chainConfig.js';
import { readWords } from '../rpc/parse.js';

/** Units of gas that sending by a bridge may use; what it does not use comes back. */
const sendGas = 250_000;

/** Words of a delivery: token, recipient, amount, height. */
const deliveryWords = 4;

/** Bridge of a chain, and what its end is made with. */
export interface BridgeEndOptions {
  readonly chainId: number;
  readonly bridge: EvmBridgeConfig;
  readonly assets: readonly ChainAsset[];
  readonly keccak: Keccak;
  /** Tells of deliveries: inventory is booked on their word. */
  readonly quorum: Quorum;
}

/** Makes a chain's end of a canonical bridge with the interface of `TestBridge`. */
export function createBridgeEnd(options: BridgeEndOptions): BridgeEnd {
  const { bridge, assets } = options;
  const { name, feeBps, seconds } = bridge;
  const contract = bridge.contract.toLowerCase();
  return {
    name,
    seconds,
    feeBps: BigInt(feeBps),
    gas: sendGas,
    assets: bridge.assets.filter((id) => assets.some((asset) => asset.id === id)),
    send: ({ id, lane: { origin, destination }, amount, recipient }) => ({
      to: contract,
      value: origin.currency === zeroAddress ? amount : 0n,
      data: `${serviceSelectors.bridgeSend}${id.slice(2)}${uintWord(BigInt(destination.chainId))}${addressWord(origin.currency)}${addressWord(recipient)}${uintWord(amount)}`,
      gasLimit: sendGas,
    }),
    delivery: async (rebalance, signal) => {
      const words = await readDelivery(rebalance, options, signal);
      return toDelivery(words, rebalance);
    },
  };
}

/**
 * Delivery of the bridge, as its words, under the id that only the sender of a rebalance can make.
 */
async function readDelivery(
  { id, lane, sender }: Rebalance,
  { bridge, keccak, quorum }: BridgeEndOptions,
  signal: AbortSignal | undefined,
): Promise<string> {
  const preimage = `0x${uintWord(BigInt(lane.origin.chainId))}${addressWord(sender)}${id.slice(2)}`;
  const transferId = bytesToHex(keccak(hexToBytes(preimage)));
  const data = `${serviceSelectors.deliveryOf}${transferId.slice(2)}`;
  const method = 'eth_call';
  return await readAgreed(
    quorum,
    {
      subject: 'delivery of a bridge',
      read: async ({ ask }, stop) => {
        const [reply] = await ask(
          [{ method, params: [{ to: bridge.contract, data }, 'latest'] }],
          stop,
        );
        return readWords(readResult(reply, method), deliveryWords, 'delivery');
      },
    },
    signal,
  );
}

/** A delivery of the rebalance's own currency to its own recipient; undefined without one. */
function toDelivery(words: string, { lane, recipient }: Rebalance): PathDelivery | undefined {
  const [amount, height] = [readUint(words, 2), Number(readUint(words, 3))];
  const isOurs =
    readAddress(words, 0) === lane.destination.currency.toLowerCase() &&
    readAddress(words, 1) === recipient.toLowerCase();
  return isOurs && amount > 0n && Number.isSafeInteger(height) && height > 0
    ? { amount, height }
    : undefined;
}
