/** Values that this package's examples use, for `scripts/check-examples.ts`. */
import type { QuoteBody } from '@portage/core';
import type { ExchangeApi, OwnerWallet } from '@portage/exchange';
import type { ChangePubKey, Transfer } from '@portage/exchange/transaction';

export declare const api: ExchangeApi;
export declare const change: ChangePubKey;
export declare const message: Uint8Array;
export declare const owner: OwnerWallet;
export declare const ownerSignature: string;
export declare const privateKey: Uint8Array;
export declare const publicKey: Uint8Array;
export declare const recipient: string;
export declare const request: QuoteBody;
export declare const signal: AbortSignal;
export declare const signature: Uint8Array;
export declare const transaction: { readonly info: string };
export declare const transfer: Transfer;
export declare const wallet: OwnerWallet;
