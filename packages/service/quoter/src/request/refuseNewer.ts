import { PortageError } from '@portage/core';

/**
 * Members of newer versions of the model's interface that decide what is paid, or how. Passed over,
 * they would promise something else than was asked for.
 */
const newer = {
  forJitoBundle: 'transactions are not made for bundles here',
  referencePrice: 'the price is not held to one of the caller: compare `details.rate` of the quote',
  useReceiver: 'deposits go to the depository, never to a receiver',
} as const;

/**
 * Refuses a body that asks for what a newer interface has and this one does not.
 *
 * @throws PortageError `INVALID_REQUEST` with the member's name
 * @see docs/spec/quote.md#newer
 */
export function refuseNewer(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [path, message] of Object.entries(newer)) {
    const value: unknown = Reflect.get(body, path);
    if (value === undefined || value === null || value === false) continue;
    throw new PortageError('INVALID_REQUEST', {
      message: `${path}: ${message}.`,
      details: [{ path, message }],
    });
  }
}
