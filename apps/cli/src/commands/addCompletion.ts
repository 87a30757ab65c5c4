import { Argument, type Command } from 'commander';
import { completionScript, shells, type Shell } from '../completion/completionScript.js';
import { describeCommands } from '../completion/describeCommands.js';
import { exitCodes } from '../exitCodes.js';
import type { Runner } from '../runner.js';

const help = `
Examples:
  source <(portage completion bash)                 # in ~/.bashrc
  source <(portage completion zsh)                  # in ~/.zshrc
  portage completion fish > ~/.config/fish/completions/portage.fish
`;

/** Adds `portage completion`, which prints a script for a shell. */
export function addCompletion(program: Command, run: Runner): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(shells))
    .addHelpText('after', help)
    .action(async (shell: Shell, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), ({ output }) => {
        const script = completionScript(shell, describeCommands(program));
        output.result({ event: 'completion', shell, script }, [script.trimEnd()]);
        return Promise.resolve(exitCodes.ok);
      });
    });
}
