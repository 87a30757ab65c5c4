import { setMaxListeners } from 'node:events';

/**
 * Opens something of many parts that run until the signal aborts. Where one of them fails, those
 * that were started before it stop too, so that nothing keeps the process alive.
 *
 * @example
 * ```ts
 * const both = await openWhole({ signal }, async (own) => ({
 *   first: await fetch('https://one.example', own),
 *   second: await fetch('https://two.example', own),
 * }));
 * ```
 */
export async function openWhole<Environment extends { readonly signal: AbortSignal }, Opened>(
  environment: Environment,
  open: (environment: Environment) => Promise<Opened>,
): Promise<Opened> {
  const failed = new AbortController();
  const signal = AbortSignal.any([environment.signal, failed.signal]);
  // Every question to every endpoint listens for the end: no leak, but more than ten at once.
  setMaxListeners(0, signal);
  try {
    return await open({ ...environment, signal });
  } catch (error) {
    failed.abort();
    throw error;
  }
}
