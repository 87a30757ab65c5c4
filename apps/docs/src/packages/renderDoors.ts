import type { Export } from './readExports.js';

/** A way into a package, with what it exports. */
export interface Door {
  readonly specifier: string;
  /** Page of the door, as in `reference/core/executor`. */
  readonly page: string;
  /** Absolute path of its package. */
  readonly folder: string;
  readonly exports: readonly Export[];
}

const sections: readonly (readonly [Export['kind'], string])[] = [
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['value', 'Values'],
  ['type', 'Types'],
];

/** Place at which an export is described: its name, and the file that declares it. */
function keyOf({ name, file }: Export): string {
  return `${file}#${name}`;
}

/**
 * Pages of doors with what each exports. An export of several doors is described once: on the first
 * page of the package that declares it, or else on the first of all.
 */
export function renderDoors(doors: readonly Door[]): ReadonlyMap<string, string> {
  const homes = new Map<string, Door>();
  const claim = (isWanted: (door: Door, own: Export) => boolean): void => {
    for (const door of doors)
      for (const own of door.exports)
        if (!homes.has(keyOf(own)) && isWanted(door, own)) homes.set(keyOf(own), door);
  };
  claim((door, own) => own.file.startsWith(`${door.folder}/`));
  claim(() => true);
  return new Map(doors.map((door) => [door.page, renderDoor(door, homes)]));
}

function renderDoor({ specifier, page, exports }: Door, homes: ReadonlyMap<string, Door>): string {
  const isHere = (own: Export): boolean => homes.get(keyOf(own))?.page === page;
  const [, name = ''] = specifier.split('/');
  return [
    '---',
    'outline: [2, 3]',
    'pageClass: reference-page',
    '---',
    '',
    `# \`${specifier}\` {#door}`,
    '',
    `Made from the comments of the sources, whose examples are compiled. [What the package is for](/packages/${name}).`,
    '',
    ...sections.flatMap(([kind, title]) => {
      const own = exports.filter((each) => each.kind === kind && isHere(each));
      return own.length === 0
        ? []
        : [
            `## ${title} {#all-${title.toLowerCase()}}`,
            '',
            ...own.flatMap((each) => renderExport(each, 3, '')),
          ];
    }),
    ...elsewhere(
      exports.filter((own) => !isHere(own)),
      homes,
    ),
  ].join('\n');
}

/** Exports that another door describes, by that door. */
function elsewhere(
  exports: readonly Export[],
  homes: ReadonlyMap<string, Door>,
): readonly string[] {
  if (exports.length === 0) return [];
  const byDoor = new Map<Door, Export[]>();
  for (const own of exports) {
    const home = homes.get(keyOf(own));
    if (home !== undefined) byDoor.set(home, [...(byDoor.get(home) ?? []), own]);
  }
  return [
    '## From other doors {#other-doors}',
    '',
    ...[...byDoor].flatMap(([door, own]) => [
      `From [\`${door.specifier}\`](/${door.page}): ${own.map(({ name }) => `[\`${name}\`](/${door.page}#${name})`).join(', ')}`,
      '',
    ]),
  ];
}

function renderExport(own: Export, level: number, prefix: string): readonly string[] {
  const { name, text, declaration, examples, parameters, returns, throws, members } = own;
  return [
    `${'#'.repeat(level)} \`${name}\` {#${prefix}${name}}`,
    '',
    markdown(text),
    '',
    ...(declaration === '' ? [] : ['```ts', declaration, '```', '']),
    ...(parameters.length === 0
      ? []
      : [...parameters.map((each) => `- \`${each.name}\`: ${markdown(each.text)}`), '']),
    ...(returns === undefined ? [] : [`**Returns** ${markdown(returns)}`, '']),
    ...(throws.length === 0 ? [] : [`**Throws** ${markdown(throws.join('; '))}`, '']),
    ...examples.flatMap((example) => [
      '**Example**',
      '',
      example.startsWith('```') ? example : fenced(example),
      '',
    ]),
    ...members.flatMap((member) =>
      renderExport(member, Math.min(level + 1, 6), `${prefix}${name}-`),
    ),
  ];
}

function fenced(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``;
}

/** Comment as Markdown: what is in braces or angles outside of code is text. */
function markdown(text: string): string {
  return text
    .replace(/\{@link(?:code|plain)? ([^}|\s]+)[^}]*\}/g, '`$1`')
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{', '&#123;'),
    )
    .join('');
}
