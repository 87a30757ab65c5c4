import { errorCodes, type ErrorCode } from '@portage/core';
import {
  endpointCodes,
  endpoints,
  errorBodySchema,
  type Endpoint,
  type EndpointName,
} from '@portage/core/schemas';
import type { z } from 'zod';
import { routes } from '../routes/routes.js';
import { isObject, type Json, type JsonObject } from './json.js';
import { groups, operations } from './operations.js';
import { toSchema } from './toSchema.js';

/**
 * OpenAPI 3.1 document of the endpoint table, with the schemas that read the requests and every
 * error by its code.
 *
 * @example
 * ```ts
 * createOpenApi('1.0.0').openapi; // '3.1.0'
 * ```
 */
export function createOpenApi(version: string): JsonObject {
  // The keys of a table that is `as const` are its names.
  const names = Object.keys(endpoints) as EndpointName[];
  const schemas: Record<string, Json> = { Error: toSchema(errorBodySchema, 'output') };
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name];
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describe(
      name,
      endpoint,
      schemas,
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portage',
      version,
      description: 'Cross-chain swaps, bridges and calls.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(groups).map(([group, description]) => ({ name: group, description })),
    paths,
    components: {
      schemas,
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  };
}

function describe(name: EndpointName, endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const isOffered = routes[name] !== undefined;
  const { group, description, ...examples } = operations[name];
  const define = (part: string, schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const key = `${name.charAt(0).toUpperCase()}${name.slice(1)}${part}`;
    schemas[key] = toSchema(schema, io);
    return { $ref: `#/components/schemas/${key}` };
  };
  const answer = define('Response', endpoint.response, 'output');
  const content = {
    'application/json': { schema: answer },
    ...(endpoint.stream === true ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
  };
  const parameters = [
    ...toParameters(endpoint.params, 'path', examples.parameters),
    ...toParameters(endpoint.query, 'query', examples.parameters),
  ];
  return {
    operationId: name,
    tags: [group],
    summary: endpoint.summary,
    ...(isOffered
      ? { description }
      : {
          description: `${description} Not offered by this version: answers \`UNSUPPORTED_FEATURE\`.`,
          'x-portage-offered': false,
        }),
    ...(endpoint.deprecated === true ? { deprecated: true } : {}),
    security: endpoint.needsKey === true ? [{ apiKey: [] }] : [{}, { apiKey: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: define('Body', endpoint.body, 'input'),
                ...(examples.body === undefined ? {} : { example: examples.body }),
              },
            },
          },
        }),
    responses: {
      '200': {
        description:
          endpoint.stream === true
            ? 'The answer, or with Accept: text/event-stream a stream of it and of every change.'
            : 'The answer.',
        content,
      },
      ...describeErrors([
        ...endpointCodes(name),
        ...(isOffered ? [] : (['UNSUPPORTED_FEATURE'] as const)),
      ]),
    },
  };
}

function describeErrors(codes: readonly ErrorCode[]): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = errorCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      status.toString(),
      {
        description: own.map((code) => `\`${code}\`: ${errorCodes[code].message}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Error' },
                { type: 'object', properties: { errorCode: { enum: own } } },
              ],
            },
          },
        },
      },
    ]),
  );
}

function toParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  examples: JsonObject = {},
): readonly Json[] {
  if (schema === undefined) return [];
  const { properties, required } = toSchema(schema, 'input');
  const needed: readonly Json[] = Array.isArray(required) ? required : [];
  const members: readonly (readonly [string, Json])[] = Object.entries(properties ?? {});
  return members.map(([name, own]) => {
    const description = isObject(own) ? own['description'] : undefined;
    return {
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(examples[name] === undefined ? {} : { example: examples[name] }),
      schema: own,
    };
  });
}
