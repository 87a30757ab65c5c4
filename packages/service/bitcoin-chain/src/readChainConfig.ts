import { requestFault } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { bitcoinChainConfigSchema, type ParsedChainConfig } from './chainConfig.js';

/**
 * Checks the configuration of a chain and fills in the defaults.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readChainConfig(input: unknown): ParsedChainConfig {
  const parsed = bitcoinChainConfigSchema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const config = parsed.data;
  if (config.assets[0]?.address !== bitcoinCodec.nativeCurrency)
    throw wrong('assets.0.address', `must be ${bitcoinCodec.nativeCurrency}`);
  if (config.assets[0].decimals !== 8) throw wrong('assets.0.decimals', 'must be 8');
  // Blocks are read whole: those of all years would take weeks.
  if (config.startHeight === undefined && config.network !== 'regtest')
    throw wrong('startHeight', 'must be the height from which deposits can come');
  return config;
}

function wrong(path: string, message: string): Error {
  return requestFault(path, message, { code: 'INVALID_CONFIGURATION' });
}
