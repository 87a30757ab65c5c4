/** A place in a value of JSON. */
export type Path = readonly (string | number)[];

/** A change of one value. */
export interface Mutation {
  readonly path: Path;
  readonly value: unknown;
  /** Whether the member is removed. */
  readonly isRemoved?: true;
}

/** Accounts of a thief, as each family of chains writes them. */
const thief = {
  hex: 'bad0bad0bad0bad0bad0bad0bad0bad0bad0bad0',
  base58: 'Thief11111111111111111111111111111111111111',
};

/** Every value in a value, itself included. */
export function placesOf(
  value: unknown,
  path: Path = [],
): readonly { readonly path: Path; readonly value: unknown }[] {
  const inner = Array.isArray(value)
    ? value.map((entry: unknown, index) => [index, entry] as const)
    : isRecord(value)
      ? Object.entries(value)
      : [];
  return [
    { path, value },
    ...inner.flatMap(([member, entry]) => placesOf(entry, [...path, member])),
  ];
}

/** Mutations that a hostile service may make, for every value in a value. */
export function mutationsOf(root: unknown): readonly Mutation[] {
  return placesOf(root)
    .filter(({ path }) => path.length > 0)
    .flatMap(({ path, value }) => [
      ...othersOf(value).map((other) => ({ path, value: other })),
      ...[null, [value], {}].map((other) => ({ path, value: other })),
      { path, value: undefined, isRemoved: true as const },
    ]);
}

/** A copy with one change. */
export function mutate<Value>(root: Value, { path, value, isRemoved }: Mutation): Value {
  const copy = structuredClone(root);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>(
      (at, member) => (at as Record<string | number, unknown>)[member],
      copy,
    ) as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (isRemoved === undefined) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return copy;
}

function othersOf(value: unknown): readonly unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number')
    return [value + 1, value - 1, 0, -value, value * 2, String(value), 1e30];
  if (Array.isArray(value)) return listOthers(value as unknown[]);
  if (typeof value !== 'string') return [];
  if (/^\d+$/.test(value))
    return [
      (BigInt(value) + 1n).toString(),
      `${value}0`,
      '0',
      `-${value}`,
      ` ${value}`,
      `0x${value}`,
      `${value}e1`,
      `${value}.5`,
      (2n ** 256n - 1n).toString(),
      `${value.slice(0, -1)}\uff11`,
    ];
  if (/^(?:0x)?[0-9a-fA-F]{8,}$/.test(value)) return hexOthers(value);
  return [
    '',
    `${value} `,
    value.toUpperCase(),
    `${value}\u0000`,
    `\u202e${value}`,
    thief.base58,
    `0x${thief.hex}`,
  ];
}

/**
 * Other lists: none and twice the members, backwards, each member once more beside it and at the
 * end, and every two members in each other's place. Lists without one of the members come of
 * removing it.
 */
function listOthers(list: readonly unknown[]): readonly (readonly unknown[])[] {
  const places = list.map((_, place) => place);
  return [
    [],
    [...list, ...list],
    list.toReversed(),
    ...places.flatMap((place) => [
      list.toSpliced(place, 0, list[place]),
      [...list, list[place]],
      // In another's place: as many members, one of them missing.
      ...places.filter((other) => other !== place).map((other) => list.with(other, list[place])),
    ]),
    ...places.flatMap((place) =>
      places
        .filter((other) => other > place)
        .map((other) => list.with(place, list[other]).with(other, list[place])),
    ),
  ];
}

/** Other hex: one digit changed in many places, words and accounts replaced, cut off and grown. */
function hexOthers(value: string): readonly string[] {
  const start = value.startsWith('0x') ? 2 : 0;
  const digits = Array.from({ length: Math.ceil((value.length - start) / 19) }, (_, index) =>
    Math.min(value.length - 1, start + index * 19 + (index % 7)),
  );
  const flipped = digits.map(
    (at) =>
      `${value.slice(0, at)}${((Number.parseInt(value.charAt(at), 16) + 1) % 16).toString(16)}${value.slice(at + 1)}`,
  );
  const accounts = [...value.matchAll(/0{24}([0-9a-f]{40})/g)].map(
    ({ index }) => `${value.slice(0, index + 24)}${thief.hex}${value.slice(index + 64)}`,
  );
  const account = value.length === 42 ? [`0x${thief.hex}`] : [];
  return [
    ...flipped,
    ...accounts,
    ...account,
    `${value}00`,
    `${value}${'00'.repeat(32)}`,
    value.slice(0, -2),
    value.slice(0, start),
    value.replace('0x', '0X'),
    value.replace('0x', ''),
    value.replace(/[a-f]/, (digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0)),
  ];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
