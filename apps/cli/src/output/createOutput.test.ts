import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutput } from './createOutput.js';

function sink(isTTY: boolean): Writable & { readonly isTTY: boolean; text(): string } {
  let text = '';
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      text += chunk.toString();
      done();
    },
  });
  return Object.assign(stream, { isTTY, text: () => text });
}

describe('createOutput', () => {
  it('prints a line for each change where there is no terminal', () => {
    const stdout = sink(false);
    const output = createOutput({ stdout, stderr: sink(false), json: false, env: {} });
    output.progress('one');
    output.progress('one');
    output.progress('two');
    output.result({ event: 'result' }, ['done']);
    expect(stdout.text()).toBe('one\ntwo\ndone\n');
  });

  it('prints one JSON object a line for machines, faults included', () => {
    const [stdout, stderr] = [sink(true), sink(true)];
    const output = createOutput({ stdout, stderr, json: true, env: {} });
    output.progress('one');
    output.result({ event: 'result', a: 1 }, ['done']);
    output.fault({ event: 'error', code: 'X' }, ['bad']);
    expect(stdout.text()).toBe('{"event":"result","a":1}\n{"event":"error","code":"X"}\n');
    expect(stderr.text()).toBe('');
  });

  it('keeps one changing line on a terminal, and leaves a mark behind', () => {
    const stdout = sink(true);
    const output = createOutput({ stdout, stderr: sink(false), json: false, env: {} });
    output.progress('one');
    output.progress('two');
    output.fault({ event: 'error' }, []);
    const lines = stdout
      .text()
      .replace(/\u001b\[\d+m/g, '')
      .split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/✓ one$/);
    expect(lines[1]).toMatch(/✗ two$/);
  });
});
