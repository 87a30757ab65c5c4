/**
 * Writes the sources of the site into `.site`: its own pages, the documents of the repository, and
 * the references that are made of code. Nothing there is edited by hand.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createOpenApi } from '@portage/api';
import { drawDiagrams } from './documents/drawDiagrams.js';
import { showExample } from './documents/exampleFiles.js';
import { rewriteLinks, type LinkTargets } from './documents/rewriteLinks.js';
import { addressOf, ownPageAddress, readSources } from './documents/sources.js';
import { documentSchema, groupsOf } from './http/openApi.js';
import { renderErrors } from './http/renderErrors.js';
import { renderGroup } from './http/renderGroup.js';
import { readDoors } from './packages/readDoors.js';
import { renderDoors } from './packages/renderDoors.js';
import { openExports } from './packages/readExports.js';
import { createSidebar, titleOf } from './sidebar.js';

const app = join(import.meta.dirname, '..');
const root = join(app, '../..');
const site = join(app, '.site');

const titles = new Map<string, string>();

function write(page: string, text: string): void {
  const file = join(site, `${page}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, drawDiagrams(text));
  titles.set(page, titleOf(text) ?? page);
}

function writeOwnPages(): void {
  const folder = join(app, 'pages');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((each) => each.endsWith('.md')))
    write(
      file.slice(0, -'.md'.length).replaceAll('\\', '/'),
      nameBlocks(readFileSync(join(folder, file), 'utf8')),
    );
}

function copyPictures(): void {
  cpSync(join(app, 'pages/public'), join(site, 'public'), { recursive: true });
  cpSync(join(root, 'docs/pictures'), join(site, 'public/pictures'), { recursive: true });
  cpSync(join(root, 'apps/web/public/app/icon.svg'), join(site, 'public/icon.svg'));
}

function writeDocuments(): void {
  const sources = readSources(root);
  const addresses = new Map(sources.map(({ file, page }) => [file, addressOf(page)]));
  const targets: LinkTargets = {
    addressOf: (file) => addresses.get(file) ?? ownPageAddress(root, file),
    pictureOf: (file) =>
      file.startsWith('docs/pictures/') ? `/pictures/${file.slice(14)}` : undefined,
  };
  for (const { file, page } of sources) {
    const text = rewriteLinks(readFileSync(join(root, file), 'utf8'), file, targets);
    const isExample = file.startsWith('examples/') && dirname(file) !== 'examples';
    const whole = isExample ? showExample(text, join(root, dirname(file))) : text;
    // Titles of tests would drown what readers look for.
    write(page, page === 'inside/cases' ? `---\nsearch: false\n---\n\n${whole}` : whole);
  }
}

/** Names blocks that readers save: the builder shows names in groups alone. */
function nameBlocks(text: string): string {
  return text.replace(
    /^```(\w+) \[([\w.-]+)\]$/gm,
    (fence, _, name: string) => `<div class="file-name">${name}</div>\n\n${fence}`,
  );
}

function writeHttpPages(): void {
  const document = documentSchema.parse(createOpenApi('0.0.0'));
  const groups = groupsOf(document);
  const resolve = (name: string) => {
    const schema = document.components.schemas[name];
    if (schema === undefined) throw new Error(`There is no schema ${name}.`);
    return schema;
  };
  for (const group of groups) write(group.page, renderGroup(group, resolve));
  write(
    'api/errors',
    renderErrors(readFileSync(join(root, 'docs/spec/errors.md'), 'utf8'), groups),
  );
}

function writePackagePages(): void {
  const packages = readDoors(join(root, 'packages'));
  const files = packages.flatMap(({ doors }) => doors.map(({ file }) => file));
  const exports = openExports(root, files);
  const doors = packages.flatMap((own) =>
    own.doors.map(({ specifier, file }) => ({
      specifier,
      page: specifier.replace('@portage', 'reference'),
      folder: own.folder,
      exports: exports.read(file),
    })),
  );
  for (const [page, text] of renderDoors(doors)) write(page, text);
}

if (existsSync(site)) rmSync(site, { recursive: true });
writeOwnPages();
writeDocuments();
writeHttpPages();
writePackagePages();
copyPictures();
writeFileSync(join(site, 'sidebar.json'), JSON.stringify(createSidebar(titles), undefined, 2));
process.stdout.write(`${titles.size} pages collected\n`);
