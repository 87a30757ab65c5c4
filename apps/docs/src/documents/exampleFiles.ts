import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugOf } from '../../../../scripts/docs/anchors.js';

/** Languages of blocks of code, by the ending of a file. Files with other endings are not shown. */
const languages: Readonly<Record<string, string>> = {
  js: 'js',
  mjs: 'js',
  ts: 'ts',
  tsx: 'tsx',
  html: 'html',
  css: 'css',
  json: 'json',
};

/** Folders and files that tools make. */
const made = /(?:^|\/)(?:node_modules|dist|\.next|package-lock\.json|.*\.d\.ts)(?:\/|$)/;

/** Tests, looks and settings are folded: the program is what a reader came for. */
const aside = /^test\/|\.(?:html|css|json)$|\.config\.mjs$/;

/** Words of an example, with a link to each file that they name and the files behind them. */
export function showExample(words: string, folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => languageOf(file) !== undefined && !made.test(file))
    .sort((one, other) => placeIn(words, one) - placeIn(words, other) || (one < other ? -1 : 1));
  const open = files.filter((file) => !aside.test(file));
  const folded = files.filter((file) => aside.test(file));
  return [
    open.reduce((text, file) => text.replaceAll(`\`${file}\``, linkTo(file)), words),
    '\n## The program\n',
    ...open.map((file) => `\n### \`${file}\`\n\n${blockOf(folder, file)}`),
    ...(folded.length === 0 ? [] : ['\n## Beside it\n']),
    ...folded.map(
      (file) => `\n<details>\n<summary>${file}</summary>\n\n${blockOf(folder, file)}\n</details>\n`,
    ),
  ].join('');
}

function linkTo(file: string): string {
  return `[\`${file}\`](#${slugOf(file)})`;
}

function languageOf(file: string): string | undefined {
  return languages[file.slice(file.lastIndexOf('.') + 1)];
}

/** Where the words name a file; behind all others where they do not. */
function placeIn(words: string, file: string): number {
  const place = words.indexOf(`\`${file}\``);
  return place < 0 ? words.length : place;
}

function blockOf(folder: string, file: string): string {
  const text = readFileSync(join(folder, file), 'utf8').trimEnd();
  return `\`\`\`${languageOf(file) ?? ''}\n${text}\n\`\`\`\n`;
}
