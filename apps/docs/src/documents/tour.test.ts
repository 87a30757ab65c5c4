import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rewriteLinks } from './rewriteLinks.js';
import { ownPageAddress } from './sources.js';

const root = join(import.meta.dirname, '../../../..');
const guides = 'apps/docs/pages/guide';
/** Guides of operators and of the first minutes, which an app does not go on to. */
const others = ['go-to-production.md', 'quick-start.md', 'run-a-service.md'];

test('the page on apps leads to every guide that apps need, on the site too', () => {
  const file = 'docs/apps.md';
  const text = readFileSync(join(root, file), 'utf8');
  const onSite = rewriteLinks(text, file, {
    addressOf: (target) => ownPageAddress(root, target) ?? '/elsewhere',
    pictureOf: () => undefined,
  });
  for (const name of readdirSync(join(root, guides)).filter((each) => !others.includes(each))) {
    expect(text).toContain(`](../${guides}/${name}`);
    expect(onSite).toContain(`](/guide/${name.replace('.md', '')}`);
  }
});

test('what is no page has no address', () => {
  expect(ownPageAddress(root, `${guides}/missing.md`)).toBeUndefined();
  expect(ownPageAddress(root, 'README.md')).toBeUndefined();
});
