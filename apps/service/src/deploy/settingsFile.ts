import { readFileSync } from 'node:fs';
import { isPortageError, Money, PortageError } from '@portage/core';
import { z } from 'zod';
import { parseJson } from '../configuration/parseJson.js';

/** USD as text, read as micro-USD. */
const usdText: z.ZodType<bigint> = z
  .string()
  .regex(/^\d{1,15}(?:\.\d{1,6})?$/, 'must be USD as text, as in "500000"')
  .transform((text) => Money.parse(text, 6));

/** USD of a whole unit as text, read times 1e12. */
const priceText: z.ZodType<bigint> = z
  .string()
  .regex(/^\d{1,15}(?:\.\d{1,12})?$/, 'must be USD as text, as in "2500.5"')
  .transform((text) => Money.parse(text, 12));

/** Limits of a depository, and the prices by which they become units. */
export interface LimitSettings {
  /** Seconds in which a limit refills. */
  readonly windowSeconds: number;
  /** Micro-USD of a currency that may leave a depository within a window. */
  readonly limitUsd: bigint;
  /** The same for single currencies, by their ids. */
  readonly limitsUsd: Readonly<Record<string, bigint>>;
  /** USD per whole unit, times 1e12, by asset id; they go before configured prices. */
  readonly pricesUsd: Readonly<Record<string, bigint>>;
}

/** Seconds of a day. */
export const daySeconds = 86_400;

/** Schema of {@link LimitSettings}, member by member. */
export const limitMembers: {
  readonly [Name in keyof LimitSettings]: z.ZodType<LimitSettings[Name]>;
} = {
  windowSeconds: z
    .number()
    .int()
    .min(1)
    .max(365 * daySeconds)
    .default(daySeconds),
  limitUsd: usdText,
  limitsUsd: z.record(z.string(), usdText).default({}),
  pricesUsd: z.record(z.string(), priceText).default({}),
};

/**
 * Value of a JSON file of arguments.
 *
 * @param example - text that the file may hold
 * @throws PortageError `INVALID_CONFIGURATION`, also for a member that stands twice
 */
export function readSettingsFile(path: string, example: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'), `The arguments in ${path}`);
  } catch (cause) {
    if (isPortageError(cause)) throw cause;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The arguments in ${path} cannot be read as JSON.`,
      hint: `It holds ${example}.`,
      cause,
    });
  }
}
