import { readFileSync } from 'node:fs';
import { Money, PortageError } from '@portage/core';
import { z } from 'zod';

/** USD as text, read as micro-USD. */
export const usdText: z.ZodType<bigint> = z
  .string()
  .regex(/^\d{1,15}(?:\.\d{1,6})?$/, 'must be USD as text, as in "500000"')
  .transform((text) => Money.parse(text, 6));

/** USD of a whole unit as text, read times 1e12. */
export const priceText: z.ZodType<bigint> = z
  .string()
  .regex(/^\d{1,15}(?:\.\d{1,12})?$/, 'must be USD as text, as in "2500.5"')
  .transform((text) => Money.parse(text, 12));

/**
 * Value of a JSON file of arguments.
 *
 * @param example - text that the file may hold
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function readSettingsFile(path: string, example: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The arguments in ${path} cannot be read as JSON.`,
      hint: `It holds ${example}.`,
      cause,
    });
  }
}
