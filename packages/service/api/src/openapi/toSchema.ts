import { assert } from '@portage/core';
import { z } from 'zod';
import { describeMembers } from './describeMembers.js';
import type { JsonObject } from './json.js';

/** Dialect of each kind of document: OpenAPI 3.1 and AsyncAPI 3.0. */
const dialects = {
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-7': 'http://json-schema.org/draft-07/schema#',
} as const;

/**
 * JSON Schema of a schema, in the dialect of a document.
 *
 * @param io - `input` for what callers send, `output` for what the service sends
 */
export function toSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  target: keyof typeof dialects = 'draft-2020-12',
): JsonObject {
  const { $schema: dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target,
    unrepresentable: 'any',
  });
  assert(dialect === dialects[target], 'schemas are written in the dialect of their document');
  // zod returns plain JSON; the round trip drops the members that are not.
  return describeMembers(schema, JSON.parse(JSON.stringify(rest)) as JsonObject);
}
