import { isPortageError } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { fromZod } from '@portage/core/schemas';
import { z } from 'zod';
import { refuseUnsafe } from './refuseUnsafe.js';
import {
  assetSettingsShape,
  chainSettingsShape,
  type FamilyShapes,
  type ParsedAssetSettings,
  type ParsedChainSettings,
} from './chainSettings.js';

/** Settings of a chain with its currencies, and with their defaults. */
export interface FamilySettings extends ParsedChainSettings {
  /** The native currency first. */
  readonly assets: readonly ParsedAssetSettings[];
}

/** Codec and defaults of a family whose settings are the shared ones and no others. */
export interface SettingsOptions extends Pick<FamilyShapes, 'finality' | 'pollMs'> {
  readonly codec: Codec;
  /** Default 18. */
  readonly decimalsMax?: number | undefined;
}

/**
 * Reads an operator's settings of a chain whose family has no settings of its own.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the path of the first fault
 * @example
 * ```ts
 * import { readChainSettings, type SettingsOptions } from '@portage/chain-kit';
 *
 * declare const options: SettingsOptions;
 * const { id, assets } = readChainSettings({ vm: 'mychain', id: 1 }, options);
 * ```
 */
export function readChainSettings(
  input: unknown,
  { codec, decimalsMax = 18, finality, pollMs }: SettingsOptions,
): FamilySettings {
  const address = z
    .string()
    .refine(
      (text) => isCanonical(codec, text),
      `must be an address of ${codec.vm} as it is written`,
    );
  const schema = z
    .strictObject({
      vm: z.literal(codec.vm),
      ...chainSettingsShape({ pollMs }),
      assets: z.array(z.strictObject(assetSettingsShape({ address, decimalsMax }))).min(1),
    })
    .transform(refuseUnsafe({ finality }));
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  return parsed.data;
}

function isCanonical(codec: Codec, text: string): boolean {
  try {
    return codec.normalizeAddress(text) === text;
  } catch (error) {
    if (isPortageError(error, 'INVALID_ADDRESS')) return false;
    throw error;
  }
}
