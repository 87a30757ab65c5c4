/**
 * `npm run -s prose`: the spelling and the form of all documents. A word of the field that no
 * dictionary has stands in `docs/words.txt`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './runSteps.mjs';

/** Runs a command of a package with this Node, and resolves with its exit code. */
function run(name, args, input) {
  const manifest = join(root, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const program = join(dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
  const stdio = ['pipe', 'inherit', 'inherit'];
  return spawnSync(process.execPath, [program, ...args], { cwd: root, input, stdio }).status ?? 1;
}

// Git knows the documents; a search of all folders takes ten times as long.
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
const files = spawnSync('git', list, { cwd: root, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((file) => file !== '' && !file.startsWith('.changeset/'));
const spelling = ['--no-progress', '--no-summary', '--file-list', 'stdin'];
const codes = [run('cspell', spelling, files.join('\n')), run('markdownlint-cli2', files)];
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
