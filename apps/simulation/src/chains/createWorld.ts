import { createHmac } from 'node:crypto';
import type { Observed, Price } from '@portage/core';
import type { Chain, ChainAsset, Owners } from '@portage/core/chain';
import { createFakeChain, fakeAddress, type FakeChain } from '@portage/testing';
import type { FaultPlan } from '../faults/createFaultPlan.js';
import type { Random } from '../random.js';
import type { VirtualTime } from '../time/createVirtualTime.js';
import { chainKinds, type ChainKind } from './chainKinds.js';
import { calmFee, createWorldGas, type WorldGas } from './createWorldGas.js';

/** Currency of the orders, on every chain. */
export const usdc: string = fakeAddress('usdc');

/** Currency that keeps a part of what is paid to a depository, on every chain. */
export const taxed: string = fakeAddress('taxed');

/** Part that the taxed currency keeps, in basis points. */
const taxBps = 100n;

/** Amount of a payment that arrives in a depository. */
export function arrivedOf(currency: string, amount: bigint): bigint {
  return currency === taxed ? amount - (amount * taxBps) / 10_000n : amount;
}

/** Seconds between the request of a reclaim and its payment. */
export const reclaimSeconds = 240;

/** Account that pays, on every chain. */
export const solverAccount: string = fakeAddress('solver');

/** A chain of the simulation, with its controls. */
export interface WorldChain {
  readonly kind: ChainKind;
  readonly fake: FakeChain;
  /** The chain without faults. */
  readonly chain: Chain;
}

/** Everything outside of the service's processes. */
export interface World {
  readonly chains: readonly WorldChain[];
  chain(id: number): WorldChain;
  /** Signature of an owner of money over a digest. */
  sign(account: string, digest: Uint8Array): string;
  /** Cost of gas, and the charge of orders for it. */
  readonly gas: WorldGas;
  /** Price of an asset as a process with this clock reads it. */
  price(assetId: string, now: number): Observed<Price> | undefined;
}

const token = (id: string, address: string): ChainAsset => ({
  id,
  symbol: id.toUpperCase(),
  name: id,
  address,
  decimals: 6,
  supportsBridging: true,
  isNative: false,
});

const signatureOf = (account: string, digest: Uint8Array): string =>
  `0x${createHmac('sha256', account).update(digest).digest('hex')}`;

const owners: Owners = {
  verify: async ({ account, digest, signature }) =>
    Promise.resolve(signature === signatureOf(account, digest)),
};

function openChain(kind: ChainKind, time: VirtualTime): WorldChain {
  const { reorgDepthMax, blockMs, ...options } = kind;
  const fake = createFakeChain({
    ...options,
    now: () => time.now(),
    startTime: Math.floor(time.now() / 1000) - 10,
    fee: calmFee,
    blockSeconds: blockMs / 1000,
    reclaimDelay: reclaimSeconds,
    finality: { confirmations: () => reorgDepthMax + 1 },
    tokens: [token('usdc', usdc), token('taxed', taxed)],
    arrivalFees: new Map([[taxed, taxBps]]),
    // Nothing but the service itself stands between an order and two payments.
    guards: false,
  });
  return { kind, fake, chain: { ...fake.chain, owners } };
}

/** Time, draws and gas of a world. */
export interface WorldParts {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: FaultPlan;
  /** Whether gas can cost more than what is paid with it. */
  readonly isGasDear: boolean;
}

/** Makes the chains, which make blocks, reorganise and change their fees by themselves. */
export function createWorld({ time, random, faults, isGasDear }: WorldParts): World {
  const gas = createWorldGas(time, isGasDear);
  const chains = chainKinds.map((kind) => openChain(kind, time));
  for (const { kind, fake } of chains) {
    const mine = (): void => {
      fake.mine();
      if (kind.reorgDepthMax > 0 && fake.tip().height > 12 && faults.roll('reorg')) {
        const depth = random.between(1, kind.reorgDepthMax);
        faults.noteReorg(depth);
        fake.reorg(depth, random.pick(['mempool', 'mempool', 'remine', 'drop']));
      }
      const [waiting, ...others] = fake.mempool();
      if (waiting !== undefined && faults.roll('mempool drop'))
        fake.drop(random.pick([waiting, ...others]));
      if (faults.roll('gas spike')) {
        const set = (fee: bigint): void => {
          gas.note(kind.id, fee);
          fake.setFee(fee);
        };
        set(gas.dearFee(random));
        time.after(random.between(2_000, gas.dearMsMax), () => {
          set(calmFee);
        });
      }
      time.after(kind.blockMs, mine);
    };
    time.after(kind.blockMs, mine);
  }
  const usd = { eth: gas.nativeUsd, usdc: 1n, taxed: 1n };
  return {
    chains,
    chain: (id) => {
      const found = chains.find(({ kind }) => kind.id === id);
      if (found === undefined) throw new Error(`There is no chain ${String(id)}.`);
      return found;
    },
    sign: signatureOf,
    gas,
    price: (assetId, now) => {
      const dollars = new Map(Object.entries(usd)).get(assetId);
      return dollars === undefined
        ? undefined
        : { value: { usdE12: dollars * 10n ** 12n }, observedAt: now };
    },
  };
}
