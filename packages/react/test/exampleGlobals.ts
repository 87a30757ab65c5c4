/** Values that this package's examples use, for `scripts/check-examples.ts`. */
import type { Quote, QuoteBody } from '@portage/sdk';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

export declare const baseUrl: string;
export declare const children: ReactNode;
export declare const minAmountOut: string;
export declare const queryClient: QueryClient;
export declare const quote: Quote;
export declare const request: QuoteBody;
export declare const requestId: string;
export declare const user: string;
export { QueryClient, QueryClientProvider } from '@tanstack/react-query';
