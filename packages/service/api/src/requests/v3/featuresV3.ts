import type { RequestEntry } from '@portage/core';
import type { RequestV3 } from './entryV3.js';
import type { QuoteFigures } from '@portage/quoter';
import type { RequestContent } from '../requestContent.js';

const types = {
  bridge: 'Bridge',
  send: 'Send',
  wrap: 'Wrap',
  unwrap: 'Unwrap',
  call: 'Call',
} as const;

/** Kind of a request in the words of version 3; null where its quote is not readable. Pure. */
export function requestTypeV3(
  { request }: Pick<RequestContent, 'request'>,
  figures: QuoteFigures | undefined,
): string | null {
  if (figures === undefined) return null;
  if (figures.operation !== 'swap') return types[figures.operation];
  const isOneChain = request.originChainId === request.destinationChainId;
  return isOneChain ? 'Same-chain Swap' : 'Crosschain Swap';
}

/** Features of a request, in the order of version 3. Pure. */
export function featuresV3(
  { order, address, isFastFill }: Pick<RequestContent, 'order' | 'address' | 'isFastFill'>,
  { data }: RequestEntry,
  figures: QuoteFigures | undefined,
): RequestV3['features'] {
  const terms = order?.executionTerms;
  const isGasless = terms?.permit !== undefined || terms?.gasless !== undefined;
  const isSwapped = figures?.operation === 'swap';
  const features: readonly (readonly [RequestV3['features'][number], boolean])[] = [
    ['gasless_execution', isGasless],
    ['gasless_swap', isGasless && isSwapped],
    ['fast_fill', isFastFill],
    ['gas_top_up', data.metadata?.currencyGasTopup !== undefined],
    ['fixed_rate', figures?.isFixedRate === true],
    ['app_fees', (data.appFees ?? []).length > 0],
    ['deposit_address', address !== undefined],
  ];
  return features.flatMap(([name, has]) => (has ? [name] : []));
}
