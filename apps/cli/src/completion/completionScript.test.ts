import { describe, expect, it } from 'vitest';
import { createProgram } from '../createProgram.js';
import { completionScript, shells } from './completionScript.js';
import { describeCommands } from './describeCommands.js';

const commands = describeCommands(createProgram(() => Promise.resolve()));
const find = (path: string) => commands.find((one) => one.path === path);
const texts = (path: string): readonly string[] =>
  [...(find(path)?.subcommands ?? []), ...(find(path)?.options ?? [])].map(({ text }) => text);

describe('describeCommands', () => {
  it('lists commands, their subcommands and the options of all', () => {
    expect(texts('portage')).toEqual(expect.arrayContaining(['swap', 'completion', '--json']));
    expect(texts('portage keys')).toEqual(expect.arrayContaining(['create', 'list', 'revoke']));
    expect(texts('portage swap')).toEqual(expect.arrayContaining(['--amount', '--url', '-y']));
    expect(find('portage requests')?.options).toContainEqual(
      expect.objectContaining({
        text: '--status',
        choices: expect.arrayContaining(['refund']) as unknown,
      }),
    );
  });
});

describe('completionScript', () => {
  it.each(shells)('names every command and every long option for %s', (shell) => {
    const script = completionScript(shell, commands);
    for (const { subcommands, options } of commands) {
      for (const { text } of subcommands) expect(script).toContain(text);
      for (const { text } of options.filter((one) => one.text.startsWith('--')))
        expect(script).toContain(shell === 'fish' ? `-l ${text.slice(2)} ` : text);
    }
  });

  it('hands the shell nothing that it would run', () => {
    const path = "x; touch 'y' $(z)";
    for (const shell of shells)
      expect(
        completionScript(shell, [
          { path: 'portage', subcommands: [{ text: 'a', description: path }], options: [] },
        ]),
      ).not.toContain(` ${path}`);
  });
});
