import type { Command, Option } from 'commander';

/** A command or a group of commands, with the words that may follow it. */
export interface CommandWords {
  /** Names from the program's own on, joined by spaces, such as `portage keys create`. */
  readonly path: string;
  readonly subcommands: readonly Word[];
  readonly options: readonly Word[];
}

/** A word that completes, and what it means. */
export interface Word {
  readonly text: string;
  readonly description: string;
  /** Values that may follow an option; undefined where none is listed. */
  readonly choices?: readonly string[] | undefined;
  /** Whether an option takes a value. */
  readonly takesValue?: boolean;
}

/** Every command of a program, parents first. What holds for all commands is listed with each. */
export function describeCommands(program: Command): readonly CommandWords[] {
  return describe(program, [], []);
}

function describe(
  command: Command,
  parents: readonly string[],
  inherited: readonly Word[],
): readonly CommandWords[] {
  const names = [...parents, command.name()];
  const help = command.createHelp();
  const own = help.visibleOptions(command).flatMap(wordsOf);
  const options = [
    ...own,
    ...inherited.filter(({ text }) => own.every((one) => one.text !== text)),
  ];
  const subcommands = help
    .visibleCommands(command)
    .map((one) => ({ text: one.name(), description: one.description() }));
  return [
    { path: names.join(' '), subcommands, options },
    ...command.commands.flatMap((one) => describe(one, names, options)),
  ];
}

function wordsOf(option: Option): readonly Word[] {
  const { long, short, description, argChoices } = option;
  return [short, long].flatMap((text) =>
    text === undefined
      ? []
      : [
          {
            text,
            description,
            choices: argChoices,
            takesValue: option.required || option.optional,
          },
        ],
  );
}
