import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Shape } from './shape.js';

const shapeSchema = z.unknown().transform((value) => value as Shape);
const errorSchema = z.strictObject({ code: z.number().int(), data: shapeSchema.optional() });

const fileSchema = z.strictObject({
  node: z.string(),
  /** Public pages and files that tell the answers, by their names here. */
  sources: z.record(z.string(), z.url()),
  /** Forms that several answers have: `$name` stands for each. */
  shapes: z.record(z.string(), z.unknown()),
  answers: z.array(
    z.strictObject({
      name: z.string(),
      source: z.string(),
      method: z.string(),
      params: z.array(z.unknown()),
      result: shapeSchema.optional(),
      error: errorSchema.optional(),
      /** Status of HTTP, where the node tells the error by it. */
      status: z.number().int().optional(),
    }),
  ),
  /** Differences of the devnet, each with its answer and the reason for which it stays. */
  differences: z.array(
    z.strictObject({ answer: z.string(), differs: z.string(), reason: z.string() }),
  ),
});

/** Requests of a kind of node, with the forms of its answers and where they are told. */
export type NodeAnswers = z.output<typeof fileSchema>;

/** One request, and the form of its answer. */
export type NodeAnswer = NodeAnswers['answers'][number];

/** Reads the answers of a kind of node, `$name`s of forms in their places. */
export function readAnswers(name: string): NodeAnswers {
  const text = readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8');
  const file = fileSchema.parse(JSON.parse(text));
  const resolve = (form: unknown): Shape => {
    const filled = fill(form, (key) =>
      key in file.shapes ? resolve(file.shapes[key]) : undefined,
    );
    return filled as Shape;
  };
  return {
    ...file,
    answers: file.answers.map((answer) => {
      if (!(answer.source in file.sources)) throw new Error(`${answer.name} has no source`);
      const { result, error } = answer;
      return {
        ...answer,
        ...(result === undefined ? {} : { result: resolve(result) }),
        ...(error?.data === undefined ? {} : { error: { ...error, data: resolve(error.data) } }),
      };
    }),
  };
}

/** Puts values in the places of the texts `$name`, at any depth; others stay. */
export function fill(form: unknown, valueOf: (name: string) => unknown): unknown {
  if (typeof form === 'string')
    return form.startsWith('$') ? (valueOf(form.slice(1)) ?? form) : form;
  if (Array.isArray(form)) return form.map((each: unknown) => fill(each, valueOf));
  if (typeof form !== 'object' || form === null) return form;
  return Object.fromEntries(
    Object.entries(form).map(([name, each]: [string, unknown]) => [name, fill(each, valueOf)]),
  );
}
