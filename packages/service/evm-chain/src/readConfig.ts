import { bytesToHex, hexToBytes, isPortageError, PortageError } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { evmCodec } from '@portage/evm/codec';
import {
  evmChainConfigSchema,
  type EvmPermitConfig,
  type ParsedChainConfig,
} from './chainConfig.js';

/**
 * Checks an operator's configuration of a chain, fills in the defaults and writes addresses in
 * lower case.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readConfig(input: unknown): ParsedChainConfig {
  const parsed = evmChainConfigSchema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const config = parsed.data;
  if ((config.contracts.router === undefined) !== (config.contracts.approvalProxy === undefined)) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${config.name}: contracts.router and contracts.approvalProxy belong together.`,
    });
  }
  try {
    return { ...config, contracts: lowerCase(config.contracts) };
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${config.name}: ${error.message}`,
      cause: error,
    });
  }
}

/** Permits of a configuration by the address of their token. */
export function permitsOf({ assets }: ParsedChainConfig): ReadonlyMap<string, EvmPermitConfig> {
  return new Map(
    assets.flatMap(({ address, permit }) =>
      permit === undefined ? [] : [[evmCodec.normalizeAddress(address), permit] as const],
    ),
  );
}

function lowerCase(contracts: ParsedChainConfig['contracts']): ParsedChainConfig['contracts'] {
  const canonical = (address: string): string =>
    bytesToHex(hexToBytes(evmCodec.normalizeAddress(address)));
  const { depository, filler, ...others } = contracts;
  const named = Object.entries(others).flatMap(([name, address]) =>
    address === undefined ? [] : [[name, canonical(address)] as const],
  );
  return {
    depository: canonical(depository),
    filler: canonical(filler),
    ...Object.fromEntries(named),
  };
}
