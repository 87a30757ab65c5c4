/** Values that this package's examples use, for `scripts/check-examples.ts`. */
import type { ChainEvent, ChainUpdate, Cursor, DepositEvent } from '@portage/core/chain';
import type { Endpoint, FamilyShapes, Heads, RefreshPart, Rpc } from '@portage/chain-kit';

export declare const ancestor: Cursor;
export declare const balances: RefreshPart;
export declare const blocks: readonly Cursor[];
export declare const code: unknown;
export declare const deposit: DepositEvent;
export declare const endpoints: readonly Endpoint[];
export declare const events: readonly ChainEvent[];
export declare const family: FamilyShapes;
export declare const fees: RefreshPart;
export declare const finalizedHeight: number;
export declare const heads: Heads<Cursor>;
export declare const known: readonly Cursor[];
export declare const result: unknown;
export declare const rpc: Rpc;
export declare function readUpTo(head: Cursor): AsyncIterable<ChainUpdate>;
export { z } from 'zod';
