import type { Generator } from '../generators/generator.js';
import type { Check } from './check.js';

/** Holds the files of a generator to what it would write. */
export function checkGenerated(name: string, generator: Generator): Check {
  return (tree) => {
    const { files, problems = [] } = generator(tree);
    const old = files
      .filter(({ file, text }) => tree.read(file) !== text)
      .map(({ file }) => `${file} is out of date: run pnpm ${name}`);
    return { problems: [...problems, ...old], summary: `${String(files.length)} generated files` };
  };
}
