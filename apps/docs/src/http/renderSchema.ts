import type { Json, JsonObject } from '@portage/api';
import { escapeHtml, inlineHtml } from '../html.js';

/** Looks up a schema that another one names. */
export type Resolve = (name: string) => JsonObject;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** A plain value as people write it: text without quotes. */
function wordOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The schema itself, or the one that it names. */
function resolved(schema: JsonObject, resolve: Resolve): JsonObject {
  const { $ref: name } = schema;
  return typeof name === 'string' ? resolve(name.replace(/^.*\//, '')) : schema;
}

function choicesOf(schema: JsonObject): readonly JsonObject[] {
  return [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].filter(isObject);
}

/** Type of a schema in a few words, as in `array of string`. */
function typeOf(schema: JsonObject): string {
  const { type, items, const: constant } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ');
  if (type === 'array' && isObject(items)) return `array of ${typeOf(items)}`;
  return typeof type === 'string' ? type : listOf(type).map(wordOf).join(' or ') || 'any';
}

/** Limits of a value that its description does not say. */
function limitsOf(
  { enum: values, default: standard }: JsonObject,
  description: string,
): readonly string[] {
  const words = listOf(values).map((value) => `<code>${escapeHtml(wordOf(value))}</code>`);
  return [
    ...(words.length === 0 ? [] : [`One of ${words.join(' ')}`]),
    ...(standard === undefined || isObject(standard) || description.includes('Default')
      ? []
      : [`Default <code>${escapeHtml(wordOf(standard))}</code>`]),
  ];
}

/** Schemas whose members are listed below a value: its own, of its items, of its choices. */
function partsOf(schema: JsonObject): readonly JsonObject[] {
  const { items, properties, additionalProperties } = schema;
  if (isObject(properties) && Object.keys(properties).length > 0) return [schema];
  if (isObject(items)) return partsOf(items);
  if (isObject(additionalProperties)) return partsOf(additionalProperties);
  return choicesOf(schema).flatMap(partsOf);
}

/** A value that is described: a member, or a parameter. */
export interface Member {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
  /** Where a parameter stands. */
  readonly place?: string | undefined;
}

/** A list of described values, each with what is in it, on one line of HTML. */
export function renderMembers(members: readonly Member[], resolve: Resolve): string {
  return `<ul class="members">${members.map((member) => renderMember(member, resolve)).join('')}</ul>`;
}

function renderMember(member: Member, resolve: Resolve): string {
  const schema = resolved(member.schema, resolve);
  const { description: own } = schema;
  const description = member.description ?? (typeof own === 'string' ? own : '');
  const marks = [
    `<span class="type">${escapeHtml(typeOf(schema))}</span>`,
    ...(member.place === undefined ? [] : [`<span class="type">in ${member.place}</span>`]),
    ...(member.isRequired ? ['<span class="need">required</span>'] : []),
  ];
  const limits = limitsOf(schema, description).map((limit) => `<p class="limits">${limit}</p>`);
  const parts = partsOf(schema).map(
    (part, index, { length }) =>
      `<details><summary>${length > 1 ? `Form ${index + 1} of ${member.name}` : `Members of ${member.name}`}</summary>${renderSchema(part, resolve)}</details>`,
  );
  return `<li><div class="member"><code>${escapeHtml(member.name)}</code>${marks.join('')}</div>${description === '' ? '' : `<p>${inlineHtml(description)}</p>`}${limits.join('')}${parts.join('')}</li>`;
}

/** Members of an object, on one line of HTML. */
export function renderSchema(schema: JsonObject, resolve: Resolve): string {
  return partsOf(resolved(schema, resolve))
    .map(({ properties, required }) => {
      const needed = listOf(required);
      const members = isObject(properties) ? Object.entries(properties) : [];
      return renderMembers(
        members.flatMap(([name, own]) =>
          isObject(own) ? [{ name, schema: own, isRequired: needed.includes(name) }] : [],
        ),
        resolve,
      );
    })
    .join('');
}
