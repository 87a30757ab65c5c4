import {
  assetSettingsShape,
  chainSettingsShape,
  type ParsedAssetSettings,
  type ParsedChainSettings,
} from '@portage/chain-kit';
import { isPortageError, requestFault } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { z } from 'zod';
import { tallyCodec } from '../codec.js';

/** Settings of a Tally chain with their defaults. */
export interface TallySettings extends ParsedChainSettings {
  readonly assets: readonly ParsedAssetSettings[];
}

const address = z.string().refine(isAddress, 'must be tly and 64 hex digits');

const schema = z.strictObject({
  vm: z.literal('tally'),
  // A block is never taken back, so one confirmation is enough.
  ...chainSettingsShape({ finality: [{ confirmations: 1 }], pollMs: 100 }),
  assets: z.array(z.strictObject(assetSettingsShape({ address, decimalsMax: 18 }))).min(1),
});

/** Reads an operator's settings of a chain. @throws PortageError `INVALID_CONFIGURATION` */
export function readSettings(input: unknown): TallySettings {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  if (parsed.data.assets[0]?.address !== tallyCodec.nativeCurrency)
    throw requestFault('assets.0', 'must be the native currency', {
      code: 'INVALID_CONFIGURATION',
    });
  return parsed.data;
}

function isAddress(text: string): boolean {
  try {
    return tallyCodec.normalizeAddress(text) === text;
  } catch (error) {
    if (isPortageError(error, 'INVALID_ADDRESS')) return false;
    throw error;
  }
}
