import { z } from 'zod';

/** Digits with a point and an exponent, as JavaScript prints numbers. */
const printedNumber = /^(?:\d{1,30}(?:\.\d{1,30})?|\.\d{1,30})(?:e[+-]?\d{1,3})?$/;

/** Whether a text is a number as clients print it: nothing, hex and signs are not. Pure. */
export function isNumberText(text: string): boolean {
  return printedNumber.test(text);
}

/** A number of at least zero in a query, as clients print it. */
export const numberTextSchema: z.ZodType<number> = z
  .string()
  .refine(isNumberText, 'is no number')
  .transform(Number);
