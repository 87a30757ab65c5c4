/**
 * Factors of the site's parts in the order of a search, by the address that a page begins with.
 * Readers who search mostly want to do something: guides come before the lists of members, both
 * before the exports of packages, and decisions last.
 */
const factors: readonly (readonly [parts: RegExp, factor: number])[] = [
  [/^(?:$|guide\/|concepts\/|examples\/)/, 8],
  [/^(?:operate|spec|api)\//, 4],
  [/^(?:packages|programs|reference)\//, 1],
  [/^(?:inside|decisions)\//, 0.25],
];

/**
 * Factor of a section in the order of a search.
 *
 * @param id - address of the section, such as `/docs/guide/bridge#without-gas`
 */
export function boostDocument(id: string): number {
  const page = id.replace(/^\/docs\//, '');
  return factors.find(([parts]) => parts.test(page))?.[1] ?? 1;
}
