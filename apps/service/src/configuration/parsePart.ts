import { PortageError } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { z } from 'zod';

const keysHint =
  'Write "keys": { "evm": { "solver": "…", "allocator": "…" } }, an entry for each family, or leave keys to the environment: PORTAGE_SOLVER_KEY and PORTAGE_ALLOCATOR_KEY.';

/**
 * Reads a part of an operator's configuration.
 *
 * @param place - path of the part, as in `chains`, `0`
 * @throws PortageError `INVALID_CONFIGURATION` with the paths from the top
 */
export function parsePart<T>(
  schema: z.ZodType<T>,
  input: unknown,
  place: readonly (string | number)[],
): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => {
    const path = [...place, ...issue.path];
    return { ...issue, path: path.length === 0 ? ['configuration'] : path };
  });
  const { message, details } = fromZod(new z.ZodError(issues), 'INVALID_CONFIGURATION');
  const isKey = details[0]?.path.startsWith('keys') === true;
  throw new PortageError('INVALID_CONFIGURATION', {
    message,
    details,
    ...(isKey ? { hint: keysHint } : {}),
  });
}
