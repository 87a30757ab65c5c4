import type { OrderData, Quote } from '@portage/core';
import { orderDataSchema, quoteSchema } from '@portage/core/schemas';
import { orderVectors } from '@portage/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { serializeOrderData, serializeQuote } from './generated/serializeQuote.js';

/** Any value of a schema: text of any kind unless a pattern says more. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string': {
      const patterns = (def.checks ?? []).flatMap((check) => {
        const { pattern } = check._zod.def as { pattern?: RegExp };
        return pattern === undefined ? [] : [pattern];
      });
      return patterns[0] === undefined
        ? fc.string({ unit: 'binary' })
        : fc.stringMatching(patterns[0]);
    }
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'number':
      // JSON writes -0 as 0.
      return fc
        .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
        .filter((number) => !Object.is(number, -0));
    case 'boolean':
      return fc.boolean();
    case 'optional':
      return fc.option(valuesOf(def.innerType), { nil: undefined });
    case 'array':
      return fc.array(valuesOf(def.element), { maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape).map(([name, member]) => [name, valuesOf(member)]),
        ),
      );
    case 'record': {
      const keys = (def.keyType as z.core.$ZodTypes)._zod.def;
      return keys.type === 'enum'
        ? fc.dictionary(
            fc.constantFrom(...Object.values(keys.entries).map(String)),
            valuesOf(def.valueType),
          )
        : fc.dictionary(fc.string(), fc.jsonValue());
    }
    default:
      throw new Error(`No values of the type ${def.type}.`);
  }
}

it('prints any quote so that it reads back', () => {
  fc.assert(
    fc.property(valuesOf(quoteSchema), (value) => {
      const quote = value as Quote;
      expect(JSON.parse(serializeQuote(quote))).toEqual(JSON.parse(JSON.stringify(quote)));
    }),
    { numRuns: 300 },
  );
});

it('prints orders as JSON.stringify does', () => {
  for (const { orderData } of orderVectors)
    expect(serializeOrderData(orderData)).toBe(JSON.stringify(orderData));
  fc.assert(
    fc.property(valuesOf(orderDataSchema), (value) => {
      const order = value as OrderData;
      expect(JSON.parse(serializeOrderData(order))).toEqual(JSON.parse(JSON.stringify(order)));
    }),
  );
});
