import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { paintOf, paintStatus } from './paint.js';

const terminal = Object.assign(new PassThrough(), { isTTY: true });

describe('paintOf', () => {
  it.each([
    ['a terminal', terminal, {}, '\u001b[32msuccess\u001b[39m'],
    ['a pipe', new PassThrough(), { FORCE_COLOR: '1', CI: 'true' }, 'success'],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, 'success'],
    ['a dumb terminal', terminal, { TERM: 'dumb' }, 'success'],
    ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, '\u001b[32msuccess\u001b[39m'],
  ])('colours an end as %s asks', (_, stream, env, text) => {
    expect(paintStatus('success', paintOf({ stream, env }))).toBe(text);
  });

  it('tells ends apart, and leaves what goes on as it is', () => {
    const paint = paintOf({ stream: terminal, env: {} });
    const codes = ['success', 'refund', 'failure', 'pending'].map(
      (status) => /^\u001b\[(\d+)m/.exec(paintStatus(status, paint))?.[1],
    );
    expect(codes).toEqual(['32', '33', '31', undefined]);
  });
});
