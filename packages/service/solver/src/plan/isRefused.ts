import { isPortageError } from '@portage/core';

/** A chain's own check objects, with an error of ours; any other error is a fault and is thrown. */
export function isRefused(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (isPortageError(error)) return true;
    throw error;
  }
}
