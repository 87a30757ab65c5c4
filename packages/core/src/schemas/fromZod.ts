import type { z } from 'zod';
import type { ErrorCode } from '../errors/codes.js';
import { PortageError, type ErrorDetail } from '../errors/portageError.js';

/**
 * Turns a schema failure into our error, naming at most twenty offending paths.
 *
 * @example
 * ```ts
 * const result = quoteBodySchema.safeParse(body);
 * if (!result.success) throw fromZod(result.error);
 * ```
 */
export function fromZod(error: z.ZodError, code: ErrorCode = 'INVALID_REQUEST'): PortageError {
  const details: ErrorDetail[] = error.issues
    .flatMap(issuesOf)
    .slice(0, 20)
    .map((issue) => ({
      path: issue.path.map(String).join('.').slice(0, 200),
      message: messageOf(issue).slice(0, 300),
    }));
  const first = details[0];
  const message =
    first === undefined
      ? undefined
      : `${first.path === '' ? 'body' : first.path}: ${first.message}`;
  return new PortageError(code, { message, details });
}

/**
 * Issues that tell what is wrong. Where none of several objects fits, those of the one that fits
 * best, the first of equals.
 */
function issuesOf(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [best] = [...issue.errors].sort((one, other) => one.length - other.length);
  if (best === undefined || best.some(({ path }) => path.length === 0)) return [issue];
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Words of an issue. Some clients write null for what they do not set; it says what to do. */
function messageOf({ code, message }: z.core.$ZodIssue): string {
  return code === 'invalid_type' && message.endsWith('received null')
    ? `${message}; leave the member out where it is not set`
    : message;
}
