/** Values that this package's examples use, for `scripts/check-examples.ts`. */
import type { BitcoinWallet, SatsConnectRequest, UnisatProvider } from '@portage/bitcoin';
import type { Coin, Output } from '@portage/bitcoin/transaction';
import type { QuoteBody } from '@portage/core';

export declare const address: string;
export declare const coins: readonly Coin[];
export declare const extendedPrivateKey: string;
export declare const extendedPublicKey: string;
export declare const key: Uint8Array;
export declare const orderId: string;
export declare const outputs: readonly Output[];
export declare const provider: UnisatProvider;
export declare const psbt: string;
export declare const publicKey: string;
export declare const recipient: string;
export declare const request: QuoteBody;
export declare const satsConnect: SatsConnectRequest;
export declare const script: Uint8Array;
export declare const signature: Uint8Array;
export declare const wallet: BitcoinWallet;
