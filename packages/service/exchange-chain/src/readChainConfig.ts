import { isPortageError, requestFault } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { assetOf, exchangeCodec } from '@portage/exchange/codec';
import { exchangeChainConfigSchema, type ParsedChainConfig } from './chainConfig.js';

/**
 * Checks the configuration of a chain and fills in the defaults.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readChainConfig(input: unknown): ParsedChainConfig {
  const parsed = exchangeChainConfigSchema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const { assets } = parsed.data;
  if (assets[0]?.address !== exchangeCodec.nativeCurrency)
    throw wrong(
      'assets.0.address',
      `must be ${exchangeCodec.nativeCurrency}, which fees are paid in`,
    );
  assets.forEach(({ address }, index) => {
    try {
      assetOf(address);
    } catch (error) {
      if (!isPortageError(error, 'UNSUPPORTED_CURRENCY')) throw error;
      throw wrong(`assets.${String(index)}.address`, error.message);
    }
  });
  return parsed.data;
}

function wrong(path: string, message: string): Error {
  return requestFault(path, message, { code: 'INVALID_CONFIGURATION' });
}
