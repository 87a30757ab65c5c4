import { isPortageError, type Executor } from '@portage/sdk';

/** Codec of a family. */
type Codec = NonNullable<Executor['codec']>;

/** Whether a codec reads a text as an address. */
export function isAddressOf(codec: Pick<Codec, 'normalizeAddress'>, text: string): boolean {
  try {
    codec.normalizeAddress(text);
    return true;
  } catch (error) {
    if (isPortageError(error)) return false;
    throw error;
  }
}
