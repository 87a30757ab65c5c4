import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Writes the styles of a page into it, so that its first frame needs no second answer. A browser
 * keeps the page by its hash, as it would keep the styles.
 */
function inlineStyles(): Plugin {
  const link = /[ \t]*<link rel="stylesheet"[^>]* href="\/([^"]+)">\n?/g;
  return {
    name: 'portage:inline-styles',
    enforce: 'post',
    generateBundle(_, bundle) {
      const written = new Set<string>();
      const styleOf = (path: string): string => {
        const file = bundle[path];
        if (file?.type !== 'asset') throw new Error(`There are no styles at ${path}.`);
        written.add(path);
        return `    <style>${String(file.source).trim()}</style>\n`;
      };
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.html'))
          file.source = String(file.source).replaceAll(link, (_link, path: string) =>
            styleOf(path),
          );
      for (const path of written) Reflect.deleteProperty(bundle, path);
    },
  };
}

// Types want a default export here; it is the one that Vite reads.
export default defineConfig({
  plugins: [react(), tailwindcss(), inlineStyles()],
  resolve: { conditions: ['@portage/source', 'browser', 'module', 'import', 'default'] },
  build: {
    target: 'es2022',
    assetsDir: 'app',
    // No script is inlined: the content security policy allows files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'dashboard.html'],
      output: {
        // The code that both pages begin with is one file: a phone waits for each file of a page.
        // Styles are in the pages, so no chunk that is loaded later may ask for them.
        codeSplitting: {
          groups: [{ name: 'base', test: /(?<!\.css)$/, tags: ['$initial'], minShareCount: 2 }],
        },
      },
    },
  },
  server: { proxy: { '^/(?!src|@|node_modules|index|dashboard.html)': 'http://127.0.0.1:4000' } },
});
