import { z } from 'zod';

/** The body of every error. `code` equals `errorCode`; `statusCode` repeats the HTTP status. */
export const errorBodySchema = z.object({
  message: z.string(),
  errorCode: z.string(),
  code: z.string(),
  statusCode: z.number().int(),
  hint: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  errorData: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string().optional(),
});

/** The body of every error. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** An answer that only carries a message. */
export const messageSchema = z.object({ message: z.string() });
