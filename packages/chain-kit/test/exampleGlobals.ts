/** Values that this package's examples use, for `scripts/check-examples.ts`. */
import type {
  ChainEvent,
  ChainUpdate,
  Cursor,
  DepositEvent,
  SwapSource,
} from '@portage/core/chain';
import type { Market } from '@portage/pools';
import type {
  Ask,
  Endpoint,
  FamilyShapes,
  Heads,
  Quorum,
  RefreshPart,
  Rpc,
} from '@portage/chain-kit';

export declare const ancestor: Cursor;
export declare const balances: RefreshPart;
export declare const blocks: readonly Cursor[];
export declare const clock: () => number;
export declare const code: unknown;
export declare const deposit: DepositEvent;
export declare const endpoint: Endpoint;
export declare const endpoints: readonly Endpoint[];
export declare const events: readonly ChainEvent[];
export declare const family: FamilyShapes;
export declare const fees: RefreshPart;
export declare const finalizedHeight: number;
export declare const heads: Heads<Cursor>;
export declare const known: readonly Cursor[];
export declare const market: Market;
export declare const quorum: Quorum;
export declare const result: unknown;
export declare const rpc: Rpc;
export declare const sources: readonly SwapSource[];
export declare const tip: Cursor;
export declare const tokenIn: string;
export declare const tokenOut: string;
export declare function readBlockHash(ask: Ask, signal: AbortSignal): Promise<string>;
export declare function readFinalHeight(endpoint: Endpoint, signal: AbortSignal): Promise<number>;
export declare function readHash(
  endpoint: Endpoint,
  height: number,
  signal: AbortSignal,
): Promise<string | undefined>;
export declare function readUpTo(head: Cursor): AsyncIterable<ChainUpdate>;
export { z } from 'zod';
