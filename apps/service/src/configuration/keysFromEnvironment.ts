import { readFileSync } from 'node:fs';
import { PortageError } from '@portage/core';
import type { KeyName, Keys } from '../keys.js';

/** Names that keys of the default family have without its name. */
const shortNames = ['SOLVER', 'ALLOCATOR'];

/** Name of the key that pays for a deployment. The service itself wants none of that name. */
const deployer = 'DEPLOYER';

/** Families whose keys are looked for. */
export interface KeyFamilies {
  readonly families: readonly string[];
  /** Family whose keys have short names. */
  readonly defaultVm: string;
}

/**
 * Name of the variable that holds a key, as in `PORTAGE_MYCHAIN_SOLVER_KEY`. Keys of the default
 * family leave its name out.
 */
export function keyVariable({ family, name }: KeyName, defaultVm: string): string {
  const isShort = family === defaultVm && shortNames.includes(upper(name));
  return `PORTAGE_${isShort ? '' : `${upper(family)}_`}${upper(name)}_KEY`;
}

/**
 * Keys that variables of the environment hold, or the files that they name with `_FILE` appended.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a file that cannot be read
 */
export function keysFromEnvironment(
  env: NodeJS.ProcessEnv,
  { families, defaultVm }: KeyFamilies,
): Keys {
  const named = (family: string): readonly (readonly [string, string])[] => {
    const prefixes = [`PORTAGE_${upper(family)}_`, ...(family === defaultVm ? ['PORTAGE_'] : [])];
    return Object.entries(env).flatMap(([variable, value]) => {
      const [, prefix = '', name = '', isFile] =
        /^(PORTAGE_(?:.+_)?)([^_]+)_KEY(_FILE)?$/.exec(variable) ?? [];
      const isOurs =
        prefixes.includes(prefix) && (prefix !== 'PORTAGE_' || shortNames.includes(name));
      if (!isOurs || name === deployer || value === undefined) return [];
      const key = isFile === undefined ? value : readKeyFile(value, variable);
      return [[name.toLowerCase(), key] as const];
    });
  };
  const found = families.map((family) => [family, Object.fromEntries(named(family))] as const);
  return Object.fromEntries(found.filter(([, keys]) => Object.keys(keys).length > 0));
}

function upper(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}

/** The path is never printed: where a key itself was put into the variable, it is the key. */
function readKeyFile(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The key file that ${variable} names cannot be read.`,
      hint: 'It holds the path of a file. A key itself belongs into the variable without _FILE.',
    });
  }
}
