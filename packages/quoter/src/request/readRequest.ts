import type { ParsedQuoteBody, QuoteRequest } from '@portage/core';
import { parseQuoteRequest, quoteBodySchema, resolveQuoteBody } from '@portage/core/schemas';
import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';

/**
 * Whether a body is surely right: compiled once from the schema that the plain twin reads with, it
 * writes SPEC's defaults into the body. `unicode: false` counts the length of text as zod does, in
 * UTF-16 units; a logger would only say that this is unusual.
 */
const isRight: ValidateFunction<ParsedQuoteBody> = new Ajv({
  useDefaults: true,
  unicode: false,
  logger: false,
}).compile<ParsedQuoteBody>(z.toJSONSchema(quoteBodySchema, { io: 'input', target: 'draft-7' }));

/**
 * Reads the body of `POST /quote/v2`, as core's `parseQuoteRequest` does: a body that the compiled
 * check does not like is read by that plain twin, so every refusal has its words. Members that the
 * schema does not know stay in the body, where nobody reads them.
 *
 * @throws PortageError `INVALID_REQUEST` or `INVALID_SLIPPAGE_TOLERANCE`, with the offending paths
 * @example
 * ```ts
 * readRequest({ user: '0x…', amount: '1000' }).amount; // 1000n
 * ```
 */
export function readRequest(body: unknown): QuoteRequest {
  return isRight(body) ? resolveQuoteBody(body) : parseQuoteRequest(body);
}
