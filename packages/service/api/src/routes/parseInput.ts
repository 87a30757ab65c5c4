import { fromZod } from '@portage/core/schemas';
import type { z } from 'zod';

/**
 * Reads a part of a call with its schema. @throws PortageError `INVALID_REQUEST` with the offending
 * paths
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error);
  return parsed.data;
}
