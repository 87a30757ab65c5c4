/**
 * Values of a list in a query: LI.FI's SDK joins some lists by commas, and sends others member by
 * member.
 */
export function readList(value: unknown): readonly string[] {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts
    .flatMap((part) => (typeof part === 'string' ? part.split(',') : []))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
