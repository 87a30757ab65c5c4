import type { Immutable, Place } from '../src/verification/runtimeCode.js';

/** Node of a syntax tree, as the compiler writes it. */
export interface SyntaxTree {
  readonly [member: string]: unknown;
}

/**
 * Immutables by name, sorted by their first place in the code.
 *
 * @param references - places by the ids of declarations
 * @throws Error for a reference that no tree declares
 */
export function immutablesOf(
  references: Readonly<Record<string, readonly Place[]>>,
  trees: readonly SyntaxTree[],
): readonly Immutable[] {
  const names = new Map<string, string>();
  for (const tree of trees) nameDeclarations(tree, names);
  return Object.entries(references)
    .map(([id, places]): Immutable => {
      const name = names.get(id);
      if (name === undefined) throw new Error(`Nothing declares the immutable ${id}.`);
      return { name, places: places.map(({ start, length }) => ({ start, length })) };
    })
    .sort((a, b) => (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0));
}

function nameDeclarations(value: unknown, names: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('nodeType' in value && value.nodeType === 'VariableDeclaration' && 'id' in value)
    names.set(String(value.id), 'name' in value ? String(value.name) : '');
  for (const member of Object.values(value)) nameDeclarations(member, names);
}
