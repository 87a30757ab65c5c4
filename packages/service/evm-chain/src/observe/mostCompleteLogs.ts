import { isPortageError } from '@portage/core';
import type { ChainEvent } from '@portage/core/chain';

/** Answer of an endpoint; undefined where it failed, refused or sent nonsense. */
export async function tryRead<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isPortageError(error, 'RPC_HTTP_ERROR')) throw error;
    return undefined;
  }
}

/**
 * The longest list of events among the answers of several endpoints. One that has no answer has no
 * say.
 */
export function mostCompleteLogs(
  answers: readonly (readonly ChainEvent[] | undefined)[],
): readonly ChainEvent[] {
  return answers.reduce<readonly ChainEvent[]>(
    (longest, list = []) => (list.length > longest.length ? list : longest),
    [],
  );
}
