/**
 * Values that examples use: `scripts/check-examples.ts` imports these by name. Packages add their
 * own, or give a name another meaning.
 */
import type { Client } from '@portage/client';
import type { Quote, QuoteBody } from '@portage/core';
import type { Executor } from '@portage/core/executor';
import type { Portage } from '@portage/sdk';
import type { Account, Chain, LocalAccount, Transport, WalletClient } from 'viem';

export declare const account: Account;
export declare const apiKey: string;
export declare const base: Chain;
export declare const baseUrl: string;
export declare const client: Client;
export declare const executor: Executor;
export declare const minAmountOut: bigint;
export declare const now: number;
export declare const orderId: `0x${string}`;
export declare const portage: Portage;
export declare const quote: Quote;
export declare const recipient: string;
export declare const request: QuoteBody;
export declare const requestId: string;
export declare const signal: AbortSignal;
export declare const user: string;
export declare const wallet: WalletClient<Transport, Chain, LocalAccount>;
export declare function render(value: unknown): void;
export { createWalletClient, custom } from 'viem';
