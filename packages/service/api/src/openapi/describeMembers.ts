import * as schemas from '@portage/core/schemas';
import { z } from 'zod';
import { descriptions } from './generated/descriptions.js';
import { isObject, type Json, type JsonObject } from './json.js';

/** Names of exported schemas, so that one is recognised inside another. */
const names: ReadonlyMap<unknown, string> = new Map(
  Object.entries(schemas).map(([name, schema]) => [schema, name]),
);

/**
 * JSON Schema of a schema, with descriptions of its members from their TSDoc.
 *
 * @param path - path of an unnamed schema within a named one
 */
export function describeMembers(schema: unknown, json: JsonObject, path = ''): JsonObject {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return describeMembers(schema.unwrap(), json, path);
  if (schema instanceof z.ZodArray) {
    return isObject(json['items'])
      ? { ...json, items: describeMembers(schema.element, json['items'], path) }
      : json;
  }
  const { properties } = json;
  if (!(schema instanceof z.ZodObject) || !isObject(properties)) return json;
  const name = names.get(schema) ?? path;
  const shape: Readonly<Record<string, unknown>> = schema.shape;
  const described = Object.entries(properties).map(([member, own]): readonly [string, Json] => {
    const place = `${name}.${member}`;
    if (!isObject(own)) return [member, own];
    const description = descriptions[place];
    return [
      member,
      {
        ...(description === undefined ? {} : { description }),
        ...describeMembers(shape[member], own, place),
      },
    ];
  });
  return { ...json, properties: Object.fromEntries(described) };
}
