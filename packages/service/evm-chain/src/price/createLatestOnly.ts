import { isPortageError } from '@portage/core';
import type { Head } from '../observe/createHeads.js';

/**
 * Reads one head at a time, always the newest: heads that come while another is read replace each
 * other. A reading that fails leaves the old values with their age.
 */
export function createLatestOnly(
  read: (head: Head) => Promise<void>,
  signal: AbortSignal,
): (head: Head) => void {
  let running = false;
  let next: Head | undefined;
  const catchUp = async (): Promise<void> => {
    for (let head = next; head !== undefined && !signal.aborted; head = next) {
      next = undefined;
      await read(head).catch((error: unknown) => {
        if (!signal.aborted && !isPortageError(error)) throw error;
      });
    }
  };
  return (head) => {
    next = head;
    if (running) return;
    running = true;
    void catchUp().finally(() => {
      running = false;
    });
  };
}
