import type { FamilyKeys } from '@portage/core/plugin';

/** Secrets of each family by their names. */
export type Keys = Readonly<Record<string, FamilyKeys>>;

/** Name of a secret, and the family that it belongs to. */
export interface KeyName {
  readonly family: string;
  readonly name: string;
}

/** Entry of `keys` that belongs to no family: the key that signs orders. */
export const orderKeys = 'orders';
