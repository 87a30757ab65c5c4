import { requestFault } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { exchangeCodec } from '@portage/exchange/codec';
import { exchangeChainConfigSchema, type ParsedChainConfig } from './chainConfig.js';

/**
 * Checks the configuration of a chain and fills in the defaults.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readChainConfig(input: unknown): ParsedChainConfig {
  const parsed = exchangeChainConfigSchema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const { assets, statusNumbers, finalStatuses } = parsed.data;
  finalStatuses.forEach((status, index) => {
    if (!statusNumbers.includes(status))
      throw wrong(
        `finalStatuses.${String(index)}`,
        `must be one of the statuses that have a number: ${statusNumbers.join(', ')}`,
      );
  });
  assets.forEach(({ address }, index) => {
    if (address === exchangeCodec.nativeCurrency) return;
    // Fees are taken on the route that money leaves, and booked in the native currency.
    throw wrong(
      `assets.${String(index)}.address`,
      `must be ${exchangeCodec.nativeCurrency}: the books know fees of USDC of perpetuals alone`,
    );
  });
  return parsed.data;
}

function wrong(path: string, message: string): Error {
  return requestFault(path, message, { code: 'INVALID_CONFIGURATION' });
}
