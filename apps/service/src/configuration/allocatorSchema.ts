import { z } from 'zod';

const digits = z
  .string()
  .regex(/^\d{1,78}$/, 'must be smallest units in decimal digits')
  .transform((text) => BigInt(text));

const cap = z
  .strictObject({ hour: digits.optional(), day: digits.optional() })
  .refine(({ hour, day }) => (hour ?? day) !== undefined, 'must have an hour, a day or both');

/** Settings of what may be let out of depositories. */
export const allocatorSchema = z.strictObject({
  /** Socket of the process that signs releases; without it this process signs them itself. */
  socket: z.string().min(1).max(100).optional(),
  /**
   * Caps by the slug of the chain and the id of the currency. On a chain with caps, a release of
   * a currency without one is refused.
   */
  caps: z.record(z.string(), z.record(z.string(), cap)).default({}),
});

/** Settings with their defaults. */
export type AllocatorConfiguration = z.output<typeof allocatorSchema>;
