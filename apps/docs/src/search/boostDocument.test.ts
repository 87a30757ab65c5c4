import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boostDocument } from './boostDocument.js';
import { rankSearch } from './rankSearch.js';

describe('boostDocument', () => {
  it('ranks guides first, then the interface, then packages, and decisions last', () => {
    const pages = ['guide/bridge#without-gas', 'spec/quote', 'packages/sdk', 'decisions/web'];
    const factors = pages.map((page) => boostDocument(`/docs/${page}`));
    expect(factors).toEqual([...factors].sort((a, b) => b - a));
    expect(new Set(factors).size).toBe(4);
    expect(boostDocument('/docs/concepts/fees')).toBe(boostDocument('/docs/guide/swap'));
    expect(boostDocument('/docs/api/errors#ALREADY_PAID')).toBe(boostDocument('/docs/spec/status'));
    expect(boostDocument('/docs/inside/cases')).toBe(boostDocument('/docs/decisions/web'));
  });

  it.each(['permit', 'gasless', 'webhook', 'wagmi', 'install'])(
    'finds "%s" in a heading of a guide',
    (term) => {
      const pages = new URL('../../pages/guide/', import.meta.url);
      const headings = readdirSync(pages).flatMap(
        (file) => readFileSync(new URL(file, pages), 'utf8').match(/^#+ .*$/gm) ?? [],
      );
      expect(headings.filter((heading) => heading.toLowerCase().includes(term))).not.toEqual([]);
    },
  );
});

describe('rankSearch', () => {
  const { transform } = rankSearch();
  const theme = dirname(createRequire(import.meta.url).resolve('vitepress/package.json'));
  const box = join(theme, 'dist/client/theme-default/components/VPLocalSearchBox.vue');

  it('puts the order into the search box of the theme that is installed', () => {
    const code = transform(readFileSync(box, 'utf8'), box);
    expect(code).toMatch(/import \{ boostDocument \} from ".*boostDocument\.ts"/);
    expect(code).toMatch(/boost: \{[^}]*\}, boostDocument,/);
  });

  it('says so where the search box is another one, and leaves other files alone', () => {
    expect(() => transform('<template />', box)).toThrow('is another one');
    expect(transform('x', '/a/Other.vue')).toBeUndefined();
  });
});
