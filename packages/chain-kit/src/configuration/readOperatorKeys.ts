import { requestFault } from '@portage/core';
import type { FamilyKeys } from '@portage/core/plugin';
import type { z } from 'zod';

/** Keys of an operator on chains of one family. Without both of them a chain is only watched. */
export interface OperatorKeys {
  /** Pays fills. */
  readonly solver?: string | undefined;
  /** Signs withdrawals from the depository. */
  readonly allocator?: string | undefined;
}

/** Names of {@link OperatorKeys}. */
export const operatorKeyNames: readonly (keyof OperatorKeys)[] = ['solver', 'allocator'];

/** Family of the keys, and how it writes one. */
export interface OperatorKeysOptions {
  readonly vm: string;
  readonly key: z.ZodType<string, string>;
}

/**
 * Reads a family's entry of `keys`, in the family's own encoding.
 *
 * @throws PortageError `INVALID_CONFIGURATION` that names the key and does not show it
 * @example
 * ```ts
 * const keys = readOperatorKeys({ solver: 'secret' }, { vm: 'mychain', key: z.string() });
 * ```
 */
export function readOperatorKeys(keys: FamilyKeys, { vm, key }: OperatorKeysOptions): OperatorKeys {
  for (const name of operatorKeyNames) {
    const parsed = keys[name] === undefined ? undefined : key.safeParse(keys[name]);
    if (parsed?.success === false)
      throw requestFault(
        `keys.${vm}.${name}`,
        parsed.error.issues[0]?.message ?? 'is not a key of this family',
        { code: 'INVALID_CONFIGURATION' },
      );
  }
  return { solver: keys['solver'], allocator: keys['allocator'] };
}
