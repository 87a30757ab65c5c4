import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { slugOf } from '../../../scripts/docs/anchors.js';
import { rankSearch } from '../src/search/rankSearch.js';

const site = join(import.meta.dirname, '../.site');

// Types want a default export here; it is the one that VitePress reads.
export default defineConfig({
  title: 'Portage',
  description: 'An open, self-hostable cross-chain swap service, and the SDK that drives it.',
  base: '/docs/',
  lang: 'en-US',
  srcDir: '.site',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  cleanUrls: true,
  // Pages name no hashes of others, so no script stands in them but the one of the theme.
  metaChunk: true,
  ignoreDeadLinks: false,
  head: [['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  // The index of the search is large, and is loaded with the first search.
  vite: {
    build: { chunkSizeWarningLimit: 2_000, reportCompressedSize: false },
    plugins: [rankSearch()],
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      {
        text: 'Guide',
        link: '/guide/quick-start',
        activeMatch: '/(guide|concepts|operate|examples)/',
      },
      { text: 'API', link: '/api/', activeMatch: '/api/' },
      { text: 'Packages', link: '/packages/sdk', activeMatch: '/(packages|reference|programs)/' },
      { text: 'Inside', link: '/inside/architecture', activeMatch: '/(inside|decisions)/' },
    ],
    // The site writes it itself, next to the pages.
    sidebar: JSON.parse(readFileSync(join(site, 'sidebar.json'), 'utf8')) as DefaultTheme.Sidebar,
    docFooter: { prev: 'Before', next: 'Next' },
  },
});
