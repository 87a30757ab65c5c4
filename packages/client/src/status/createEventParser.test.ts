import { describe, expect, it } from 'vitest';
import { createEventParser } from './createEventParser.js';

/** Every way to cut a text in two. */
function cuts(text: string): readonly (readonly [string, string])[] {
  return Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)] as const);
}

describe('createEventParser', () => {
  it.each([
    ['line feeds', ': hello\nid: 7\nevent: status\ndata: {"a":\ndata:1}\n\n:\n\ndata: 2\n\n'],
    [
      'carriage returns and line feeds',
      ': hello\r\nid: 7\r\nevent: status\r\ndata: {"a":\r\ndata:1}\r\n\r\n:\r\n\r\ndata: 2\r\n\r\n',
    ],
    [
      'carriage returns',
      ': hello\rid: 7\revent: status\rdata: {"a":\rdata:1}\r\r:\r\rdata: 2\r\r:',
    ],
  ])('reads events with %s, wherever the text is cut', (_, text) => {
    for (const [head, tail] of cuts(text)) {
      const parse = createEventParser();
      expect([...parse(head), ...parse(tail)]).toEqual(['{"a":\n1}', '2']);
    }
  });

  it('keeps what belongs to the data and takes one space from its front', () => {
    expect(createEventParser()('data:  x: y \ndatabase: no\n\n')).toEqual([' x: y ']);
  });

  it('refuses an event that does not end, in one line or in many', () => {
    const long = createEventParser();
    expect(() => long(`data: ${'x'.repeat(70_000)}`)).toThrow('without end');
    const many = createEventParser();
    expect(() => {
      for (let line = 0; line < 2_000; line += 1) many(`data: ${'x'.repeat(40)}\n`);
    }).toThrow('without end');
  });
});
