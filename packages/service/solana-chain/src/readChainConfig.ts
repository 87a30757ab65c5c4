import { isPortageError, PortageError } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { solanaCodec } from '@portage/solana/codec';
import { solanaChainConfigSchema, type ParsedChainConfig } from './chainConfig.js';

/**
 * Checks the configuration of a chain, its addresses included, and fills in the defaults.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readChainConfig(input: unknown): ParsedChainConfig {
  const parsed = solanaChainConfigSchema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const config = parsed.data;
  try {
    for (const address of [
      config.programs.depository,
      config.programs.filler,
      ...config.assets.map((asset) => asset.address),
      ...config.swapSources.flatMap((source) =>
        source.kind === 'test-pool' ? [source.program, ...source.pools] : source.programs,
      ),
    ])
      solanaCodec.normalizeAddress(address);
    return config;
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${config.name}: ${error.message}`,
      cause: error,
    });
  }
}
