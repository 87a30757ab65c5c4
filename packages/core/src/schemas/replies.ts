import { z } from 'zod';
import { stepSchema } from './steps.js';

/** Answer to a posted signature: further steps, if any. */
export const stepsReplySchema = z.object({
  message: z.string(),
  steps: z.array(stepSchema).optional(),
});

/** Query of `GET /withdrawals/status`. */
export const withdrawalStatusQuerySchema = z.object({ id: z.string().min(1).max(128) });
