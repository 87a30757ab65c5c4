import { isPortageError } from '@portage/core';
import { Refusal } from '../refusal.js';

/** Reads the text of a transaction. @throws Refusal where it is none */
export function readText<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!isPortageError(error)) throw error;
    throw new Refusal('invalidTransaction', error.message);
  }
}
