import type { Command } from 'commander';

/** Options that all commands of deployment and comparison take. */
export interface SharedFlags {
  readonly arguments: string;
  readonly networks?: string;
  readonly json: boolean;
}

/** Options of a deployment. */
export interface DeployFlags extends SharedFlags {
  readonly plan: boolean;
  readonly yes: boolean;
  readonly fill: boolean;
}

/** Texts of the options that differ by family. */
export interface OptionTexts {
  /** Description of the file of arguments: its format and members. */
  readonly holds: string;
  /** The file that is read where none is named. */
  readonly file: string;
  /** Which chains are meant where none is named. */
  readonly all: string;
}

/** Adds the options that all these commands take. */
export function addSharedOptions(command: Command, { holds, file, all }: OptionTexts): Command {
  return command
    .option('--arguments <file>', holds, file)
    .option('--networks <names>', `slugs with commas between; without it ${all}`)
    .option('--json', 'print JSON', false);
}

/** Adds the options of a deployment. */
export function addDeployOptions(command: Command, texts: OptionTexts): Command {
  return addSharedOptions(command, texts)
    .option('--plan', 'show what would be done, and send nothing', false)
    .option('--yes', 'send', false)
    .option('--fill', 'write addresses into the configuration file', false);
}
