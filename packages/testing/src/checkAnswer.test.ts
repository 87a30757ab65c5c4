import { describe, expect, it } from 'vitest';
import { checkAnswer } from './checkAnswer.js';

const refusalOf = (code: string, statusCode: number) => ({
  message: 'No.',
  errorCode: code,
  code,
  statusCode,
});
const textOf = (body: object): string => JSON.stringify(body);

describe('an answer is held to its schema', () => {
  it('where it is as the table says', () => {
    checkAnswer({ name: 'swapSources', status: 200, text: '{"sources":["v3"]}' });
    checkAnswer({ name: 'status', status: 304, text: '' });
    const refusal = { message: 'No.', errorCode: 'NO_QUOTES', code: 'NO_QUOTES', statusCode: 400 };
    checkAnswer({ name: 'quote', status: 400, text: textOf(refusal) });
    const health = { status: 'degraded', version: '1', database: 'down', chains: [] };
    checkAnswer({ name: 'health', status: 503, text: textOf(health) });
  });

  it.each([
    ['a member of another type', 200, { sources: 'v3' }],
    ['a member that is missing', 200, {}],
    ['a member that the schema does not name', 200, { sources: [], more: 1 }],
    ['a refusal without a code', 400, { message: 'No.' }],
    ['S7: a code that the endpoint does not have', 400, refusalOf('NO_QUOTES', 400)],
    ['S7: a status that the code does not have', 404, refusalOf('UNSUPPORTED_CHAIN', 404)],
  ])('and refused for %s', (_, status, body) => {
    expect(() => checkAnswer({ name: 'swapSources', status, text: textOf(body) })).toThrow(
      /^The answer \d+ of GET \/swap-sources /,
    );
  });
});
