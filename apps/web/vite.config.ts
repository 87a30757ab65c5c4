import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Types want a default export here; it is the one that Vite reads.
export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['@portage/source', 'browser', 'module', 'import', 'default'] },
  build: {
    target: 'es2022',
    assetsDir: 'app',
    // Nothing is inlined: the content security policy allows files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'dashboard.html'],
      output: {
        // The code that both pages begin with is one file: a phone waits for each file of a page.
        codeSplitting: { groups: [{ name: 'base', tags: ['$initial'], minShareCount: 2 }] },
      },
    },
  },
  server: { proxy: { '^/(?!src|@|node_modules|index|dashboard.html)': 'http://127.0.0.1:4000' } },
});
