/** Values that the examples of this package use, for `scripts/check-examples.ts`. */
import type { Currency, EvmTransactionData, Money, Observed, OrderData } from '@portage/core';
import type { Chain, ChainAsset, Codec, DepositEvent, describeChain } from '@portage/core/chain';
import type { ExecutorDefinition } from '@portage/core/executor';
import type { Vm, VmDefinition } from '@portage/core/plugin';

type Definition = ExecutorDefinition<EvmTransactionData>;
type Description = Parameters<typeof describeChain>;

export declare const assets: readonly ChainAsset[];
export declare const body: unknown;
export declare const chain: Chain;
export declare const codec: Codec;
export declare const contracts: Description[2]['contracts'];
export declare const deposit: DepositEvent;
export declare const error: unknown;
export declare const event: DepositEvent;
export declare const now: number;
export declare const mychain: Vm;
export declare const myCodec: Codec;
export declare const openMyChain: VmDefinition<unknown>['open'];
export declare const describeMyChain: VmDefinition<unknown>['describe'];
export declare const order: OrderData;
export declare const protocol: Description[2]['protocol'];
export declare const readSettings: (input: unknown) => unknown;
export declare const settings: Description[0];
export declare const signature: string;
export declare const solver: string;
export declare const total: bigint;
export declare const usdc: Currency;
export declare const wallet: {
  readonly address: Definition['address'];
  readonly send: (transaction: EvmTransactionData) => Promise<string>;
};
export declare const effects: Definition['effects'];
export declare function prices(assetId: string): Observed<Money.Price> | undefined;
export declare function currencyOf(id: string): Currency | undefined;
