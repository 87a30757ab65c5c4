import type { Quote, QuoteBody } from '@portage/core';
import { createClient } from '../createClient.js';
import { execute } from './execute.js';

const client = createClient({ baseUrl: 'http://127.0.0.1:4000' });
declare const quote: Quote;
declare const request: QuoteBody;
const executors = [] as const;
const valueUsd = (): number => 1;

void execute(client, { quote, request, executors, minAmountOut: 1n });
void execute(client, { quote, request, executors, maxLossBps: 100, valueUsd });
void execute(client, { quote, request, executors, onQuote: () => undefined });
void execute(client, { quote, executors, verify: false });

// @ts-expect-error A verified quote without bounds or `onQuote` must not compile.
void execute(client, { quote, request, executors });
// @ts-expect-error `maxLossBps` without `valueUsd` must not compile.
void execute(client, { quote, request, executors, maxLossBps: 100 });
