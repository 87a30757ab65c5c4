export { PortageProvider, type PortageProviderProps } from './PortageProvider.js';
export { queryKeys } from './queryKeys.js';
export { useChains, type UseChainsOptions } from './useChains.js';
export { useCurrencies, type UseCurrenciesOptions } from './useCurrencies.js';
export { useExecute, type UseExecuteResult } from './useExecute.js';
export { usePortage } from './usePortage.js';
export { useQuote, type UseQuoteOptions, type UseQuoteResult } from './useQuote.js';
export { useRequest, type UseRequestOptions } from './useRequest.js';
