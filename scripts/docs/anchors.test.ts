import { describe, expect, it } from 'vitest';
import { anchorsOf, linksOf, referencesOf, repeatedAnchors, slugOf } from './anchors.js';

describe('anchors of a document', () => {
  it('are those that GitHub gives to headings', () => {
    expect(
      ['Trade types', 'GET /intents/status/v3', '`usePermit` and [links](a.md)', 'Was ist’s?'].map(
        slugOf,
      ),
    ).toEqual(['trade-types', 'get-intentsstatusv3', 'usepermit-and-links', 'was-ists']);
  });

  it('are numbered where headings repeat, and named by ids', () => {
    const text =
      '# Quote\n\n## Limits\n| <a id="limit-a"></a>a | <a id="limit-b"></a>b |\n## Limits';
    expect(anchorsOf(text)).toEqual([
      { line: 1, name: 'quote' },
      { line: 3, name: 'limits' },
      { line: 4, name: 'limit-a' },
      { line: 4, name: 'limit-b' },
      { line: 5, name: 'limits-1' },
    ]);
  });

  it('are not looked for in code blocks', () => {
    expect(anchorsOf('```sh\n# install\n```\n# Use\n~~~\n```\n# no\n~~~')).toEqual([
      { line: 4, name: 'use' },
    ]);
  });

  it('are told where two places have one name', () => {
    expect(repeatedAnchors(anchorsOf('# Fees\n<a id="fees"></a>'))).toEqual([
      { line: 2, name: 'fees' },
    ]);
  });
});

describe('links of a document', () => {
  it('are read in each of their forms', () => {
    const text = '[a](b.md#c) ![d](e.png "title") [f](<g.md>)\n\n[h]: ../i.md\n<a href="#j">k</a>';
    expect(linksOf(text)).toEqual([
      { line: 1, path: 'b.md', fragment: 'c' },
      { line: 1, path: 'e.png', fragment: undefined },
      { line: 1, path: 'g.md', fragment: undefined },
      { line: 3, path: '../i.md', fragment: undefined },
      { line: 4, path: '', fragment: 'j' },
    ]);
  });

  it('leave out the web and code', () => {
    const text = '[a](https://b.c/d#e) [f](mailto:g@h) `[i](j.md)`\n```\n[k](l.md)\n```';
    expect(linksOf(text)).toEqual([]);
  });
});

describe('documents that comments name', () => {
  // Put together, so that this file names no documents.
  const page = ['docs', 'spec/quote.md'].join('/');

  it('are read with and without an anchor', () => {
    const text = `/** See ${page}#usePermit. */\nconst a = 1; // (${page})\n * and ${page}#a-b,`;
    expect(referencesOf(text)).toEqual([
      { line: 1, path: page, fragment: 'usePermit' },
      { line: 2, path: page, fragment: undefined },
      { line: 3, path: page, fragment: 'a-b' },
    ]);
  });

  it('are not looked for in code', () => {
    expect(referencesOf(`const file = '${page}#usePermit';`)).toEqual([]);
  });
});
