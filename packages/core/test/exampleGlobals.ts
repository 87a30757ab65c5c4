/** What readers of this package's examples have, for `scripts/check-examples.ts`. */
import type {
  Chain,
  ChainAsset,
  ChainDescription,
  ChainParticulars,
  Codec,
  Currency,
  DepositEvent,
  EvmTransactionData,
  ExecutorDefinition,
  Money,
  Observed,
  OrderData,
  Vm,
} from '@portage/core';
import type { evmTransactionDataSchema } from '@portage/core/schemas';

type Definition = ExecutorDefinition<typeof evmTransactionDataSchema>;

export declare const assets: readonly ChainAsset[];
export declare const body: unknown;
export declare const chain: Chain;
export declare const codec: Codec;
export declare const contracts: ChainParticulars['contracts'];
export declare const deposit: DepositEvent;
export declare const error: unknown;
export declare const event: DepositEvent;
export declare const now: number;
export declare const openMyChain: Vm['open'];
export declare const order: OrderData;
export declare const protocol: ChainParticulars['protocol'];
export declare const settings: ChainDescription;
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
