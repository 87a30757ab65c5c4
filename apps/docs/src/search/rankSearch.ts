import { fileURLToPath } from 'node:url';

/** Plugin of the build, as far as it is one. */
export interface RankSearch {
  readonly name: string;
  readonly enforce: 'pre';
  readonly transform: (code: string, id: string) => string | undefined;
}

const boost = 'boost: { title: 4, text: 2, titles: 1 },';
const script = '<script lang="ts" setup>';

/**
 * Orders the results of the site's search by {@link boostDocument}. The theme hands options of a
 * search to the browser as JSON, and functions as text that the page's policy does not let run; so
 * the function is written into the search box while it is built.
 *
 * @throws Error where the theme's search box has no place for it, as after a new version
 */
export function rankSearch(): RankSearch {
  const file = fileURLToPath(new URL('boostDocument.ts', import.meta.url));
  return {
    name: 'rank-search',
    enforce: 'pre',
    transform: (code, id) => {
      if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
      if (!code.includes(boost) || !code.includes(script))
        throw new Error('The search box of VitePress is another one: see rankSearch.ts.');
      return code
        .replace(boost, `${boost} boostDocument,`)
        .replace(script, `${script}\nimport { boostDocument } from ${JSON.stringify(file)};`);
    },
  };
}
