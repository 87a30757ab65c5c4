/** Values that the examples of this package use, for `scripts/check-examples.ts`. */
import type { OrderData, ProtocolV2 } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { OrderTerms, Signer } from '@portage/order';

export declare const chains: Chains;
export declare const destination: OrderTerms['destination'];
export declare const order: OrderData;
export declare const orderData: OrderData;
export declare const orderSignature: `0x${string}`;
export declare const origin: OrderTerms['origin'];
export declare const protocol: ProtocolV2;
export declare const salt: `0x${string}`;
export declare const signer: Signer;
export declare const solver: OrderTerms['solver'];
