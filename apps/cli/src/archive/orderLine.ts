import { z } from 'zod';

const lineSchema = z.object({
  orderId: z.string(),
  entries: z.array(
    z.object({
      kind: z.string(),
      postings: z.array(
        z.object({ account: z.string(), asset: z.string(), amount: z.string().regex(/^-?\d+$/) }),
      ),
    }),
  ),
});

/** Part of a line that the books rest on. */
export type ArchivedLine = z.infer<typeof lineSchema>;

/** Reads a line of a file of orders. @throws ZodError */
export function parseLine(text: string): ArchivedLine {
  return lineSchema.parse(JSON.parse(text));
}
