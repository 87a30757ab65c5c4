import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A document of the repository that is a page of the site. */
export interface Source {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Path of the page without its ending, as in `spec/quote`; a folder has `index`. */
  readonly page: string;
}

/** Folders whose documents are pages, and the part of the site where they are. */
const folders: Readonly<Record<string, string>> = {
  'docs/spec': 'spec',
  'docs/decisions': 'decisions',
};

/** Documents with a place of their own. */
const single: Readonly<Record<string, string>> = {
  'docs/apps.md': 'guide/tour',
  'docs/migrating.md': 'guide/migrating',
  'docs/plugins.md': 'guide/plugins',
  'docs/chains.md': 'guide/families',
  'docs/going-live.md': 'operate/going-live',
  'docs/operations.md': 'operate/operations',
  'docs/runbook.md': 'operate/runbook',
  'docs/people.md': 'operate/people',
  'docs/performance.md': 'operate/performance',
  'docs/simulation.md': 'operate/simulation',
  'docs/states.md': 'concepts/states',
  'docs/glossary.md': 'concepts/glossary',
  'docs/architecture.md': 'inside/architecture',
  'docs/invariants.md': 'inside/invariants',
  'docs/threat-model.md': 'inside/threats',
  'docs/cases.md': 'inside/cases',
  'CONTRIBUTING.md': 'inside/contributing',
  'bench/README.md': 'inside/bench',
  'examples/README.md': 'examples/index',
  'packages/contracts/solana/README.md': 'packages/contracts-solana',
};

/** Wings whose packages have a page each, made of their README. */
const wings: Readonly<Record<string, string>> = {
  packages: 'packages',
  'packages/service': 'inside/packages',
  apps: 'programs',
  examples: 'examples',
};

/** READMEs of a wing's packages, but that of the site itself. */
function readmesOf(root: string, wing: string, part: string): readonly Source[] {
  return readdirSync(join(root, wing))
    .filter((name) => existsSync(join(root, wing, name, 'package.json')))
    .map((name) => ({ file: `${wing}/${name}/README.md`, page: `${part}/${name}` }))
    .filter(({ file }) => file !== 'apps/docs/README.md' && existsSync(join(root, file)));
}

function documentsOf(root: string, folder: string, part: string): readonly Source[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      file: `${folder}/${name}`,
      page: `${part}/${name === 'README.md' ? 'index' : name.slice(0, -'.md'.length)}`,
    }));
}

/** Every document of the repository that the site shows. */
export function readSources(root: string): readonly Source[] {
  return [
    ...Object.entries(single).map(([file, page]) => ({ file, page })),
    ...Object.entries(folders).flatMap(([folder, part]) => documentsOf(root, folder, part)),
    ...Object.entries(wings).flatMap(([wing, part]) => readmesOf(root, wing, part)),
  ];
}

/** Address of a page within the site. */
export function addressOf(page: string): string {
  return `/${page.replace(/(^|\/)index$/, '$1')}`;
}

/** Address of a page that is written for the site itself; undefined for other files. */
export function ownPageAddress(root: string, file: string): string | undefined {
  const page = /^apps\/docs\/pages\/([\w/-]+)\.md$/.exec(file)?.[1];
  return page !== undefined && existsSync(join(root, file)) ? addressOf(page) : undefined;
}
