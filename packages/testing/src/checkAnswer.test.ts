import { describe, expect, it } from 'vitest';
import { checkAnswer } from './checkAnswer.js';

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
  ])('and refused for %s', (_, status, body) => {
    expect(() => checkAnswer({ name: 'swapSources', status, text: textOf(body) })).toThrow(
      /^The answer \d+ of GET \/swap-sources /,
    );
  });
});
