import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplesOf, type Example } from '../../../../scripts/examples/findExamples.js';
import type { TestSystem } from '../testSystem.js';
import { useSystem } from '../world/useSystem.js';
import type { Guide } from './guide.js';
import { guides } from './guides.js';
import { givenNames, openReader, type Reader } from './openReader.js';
import { runBlock } from './runBlock.js';
import { usedNames } from './usedNames.js';

/** The guides of the site, run block by block on a devnet as their reader would. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const folder = join(import.meta.dirname, '../../../docs/pages/guide');

/** Packages that the pages import. */
const packages: Readonly<Record<string, () => Promise<unknown>>> = {
  '@portage/core': () => import('@portage/core'),
  '@portage/core/executor': () => import('@portage/core/executor'),
  '@portage/core/plugin': () => import('@portage/core/plugin'),
  '@portage/exchange': () => import('@portage/exchange'),
  '@portage/fees': () => import('@portage/fees'),
  '@portage/sdk': () => import('@portage/sdk'),
  '@portage/sdk/evm': () => import('@portage/sdk/evm'),
  '@portage/testing': () => import('@portage/testing'),
  '@portage/withdrawals': () => import('@portage/withdrawals'),
  viem: () => import('viem'),
  'viem/accounts': () => import('viem/accounts'),
};

function load(specifier: string): Promise<unknown> {
  const found = packages[specifier];
  if (found === undefined) throw new Error(`No guide is known to import ${specifier}.`);
  return found();
}

const fileOf = (page: string): string => join(folder, `${page}.md`);

function blocksOf(page: string): readonly Example[] {
  return examplesOf(fileOf(page)).filter(({ language }) => language === 'ts');
}

/** Runs the blocks of a page in their order; each finds what the earlier ones declared. */
async function read(page: string, guide: Guide, reader: Reader): Promise<void> {
  const places = Object.entries({ ...tokens(reader), ...guide.places?.(reader) });
  let scope = reader.cast;
  for (const [index, { text, line }] of blocksOf(page).entries()) {
    scope = { ...scope, ...(await guide.before?.[index + 1]?.(reader, scope)) };
    if (guide.left?.[index + 1] !== undefined) continue;
    const here = places.reduce((moved, [from, to]) => moved.replaceAll(from, to), text);
    try {
      scope = { ...scope, ...(await runBlock(here, scope, load)) };
    } catch (cause) {
      throw new Error(`${fileOf(page)}, the block at line ${String(line)}`, { cause });
    }
  }
}

/** USDC, which guides name as it is on the real networks. */
function tokens({ system }: Reader): Readonly<Record<string, string>> {
  return {
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913': system.usdc(8453),
    '0x0b2c639c533813f4aa9d7837caf62653d097ff85': system.usdc(10),
  };
}

/** A value as a page would show it. */
function asText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'bigint') return value.toString();
  const asDigits = (_: string, inner: unknown): unknown =>
    typeof inner === 'bigint' ? inner.toString() : inner;
  return JSON.stringify(value, asDigits);
}

/** Each guide that pays has an account of its own; the others share one. */
const paying = Object.entries(guides).filter(
  ([, { transfers = 0, before }]) => transfers > 0 || before !== undefined,
);
const readers = Object.entries(guides).map(([page, guide]) => {
  const place = paying.findIndex(([name]) => name === page);
  return { page, guide, account: place === -1 ? paying.length : place };
});

test.each(readers)(
  'each block of the guide "$page" does on a devnet what it says',
  async ({ page, guide, account }) => {
    const reader = await openReader(system, account, guide.request?.(system));
    await read(page, guide, reader);
    const shown = reader.shown.map(asText);
    let at = 0;
    for (const pattern of guide.shows) {
      const found = shown.findIndex((text, index) => index >= at && pattern.test(text));
      expect(found, `${String(pattern)} among ${shown.slice(at).join('\n')}`).not.toBe(-1);
      at = found + 1;
    }
    const { requests } = await reader.portage.getRequests({ user: reader.user });
    const ended = requests.filter(({ status }) => status !== 'waiting');
    expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'success'));
    expect(ended).toHaveLength(guide.transfers ?? 0);
  },
);

test.each(Object.keys(guides))('the guide "%s" says which names it has from elsewhere', (page) => {
  const names = new Set(givenNames);
  const declared = new Set<string>();
  const taken = new Set<string>();
  for (const { text } of blocksOf(page)) {
    for (const name of usedNames(text, names)) if (!declared.has(name)) taken.add(name);
    for (const [, name = ''] of text.matchAll(/^const (\w+)/gm)) declared.add(name);
  }
  const line = /^The blocks use (.*) of \[the quick start\]/m.exec(
    readFileSync(fileOf(page), 'utf8'),
  );
  const said = [...(line?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(said).toEqual([...taken].sort());
});

test('every guide with TypeScript is run', () => {
  const pages = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));
  expect(Object.keys(guides).sort()).toEqual(pages.filter((page) => blocksOf(page).length > 0));
});
