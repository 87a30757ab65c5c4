import type { Json, JsonObject } from '@portage/api';
import { z } from 'zod';

const contentSchema = z.object({
  'application/json': z.object({
    schema: z.custom<JsonObject>(),
    example: z.custom<Json>().optional(),
  }),
});

const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  deprecated: z.boolean().default(false),
  'x-portage-offered': z.boolean().default(true),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean(),
        description: z.string().optional(),
        example: z.union([z.string(), z.number(), z.boolean()]).optional(),
        schema: z.custom<JsonObject>(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.custom<JsonObject>() }),
  ),
});

/** The document as far as its pages show it. */
export const documentSchema = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.custom<JsonObject>()) }),
});

/** One operation with its method and path. */
export interface Operation extends z.infer<typeof operationSchema> {
  readonly method: string;
  readonly path: string;
}

/** A group of operations, which is a page. */
export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  /** Path of its page, as in `api/app-fees`. */
  readonly page: string;
  readonly operations: readonly Operation[];
}

/** Groups of a document in their order. */
export function groupsOf({
  tags,
  paths,
}: z.infer<typeof documentSchema>): readonly OperationGroup[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, own]) => ({
      ...own,
      path,
      method: method.toUpperCase(),
    })),
  );
  return tags.map(({ name, description }) => ({
    name,
    description,
    page: `api/${name.toLowerCase().replaceAll(' ', '-')}`,
    operations: operations.filter((operation) => operation.tags.includes(name)),
  }));
}
