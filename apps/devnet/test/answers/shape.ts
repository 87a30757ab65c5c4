/**
 * Form of an answer. A text names kinds, with ` | ` between those that may stand there. A list of
 * one form is a list of any length of it. An object has exactly these members; a name with `?` at
 * its end may be missing. `{ "$tuple": […] }` is a list of these forms in this order, `{ "$either":
 * […] }` one of these forms, and `{ "$each": form }` an object whose members, whatever their names,
 * all have the form.
 */
export type Shape = string | readonly [Shape] | { readonly [member: string]: Shape | Shape[] };

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  // Numbers beyond 2^53 lose their last digits on the way, as they do in any reader of JSON.
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  hash: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  hex: (value) => typeof value === 'string' && /^(?:[0-9a-f]{2})*$/.test(value),
  bits: (value) => typeof value === 'string' && /^[0-9a-f]{8}$/.test(value),
  address: (value) => typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value),
  signature: (value) => typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value),
  base58: (value) => typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]*$/.test(value),
  base64: (value) => typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  // The answer of a node behind the service, in the words of the service.
  rpcRefusal: (value) =>
    typeof value === 'string' &&
    /^sendrawtransaction RPC error: \{"code":-\d+,"message":".*"\}$/.test(value),
  digits: (value) => typeof value === 'string' && /^\d+$/.test(value),
};

/**
 * Differences between an answer and its form, each by the place of the member, with `[]` for every
 * index of a list. Throws on a kind that there is not. Pure.
 */
export function differencesOf(value: unknown, shape: Shape, at = ''): readonly string[] {
  return [...new Set(compare(value, shape, at))];
}

function compare(value: unknown, shape: Shape, at: string): readonly string[] {
  if (typeof shape === 'string') return compareKind(value, shape, at);
  if (isList(shape))
    return Array.isArray(value)
      ? value.flatMap((each: unknown) => compare(each, shape[0], `${at}[]`))
      : [`${at}: a list is wanted`];
  const { $tuple, $either, $each } = shape;
  if ($tuple !== undefined) return compareTuple(value, listOf($tuple), at);
  if ($either !== undefined) {
    const tried = listOf($either).map((each) => compare(value, each, at));
    const [closest = []] = tried.toSorted((a, b) => a.length - b.length);
    return closest;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at}: an object is wanted`];
  if ($each !== undefined)
    return Object.values(value).flatMap((each: unknown) => compare(each, oneOf($each), `${at}.*`));
  return compareMembers(value, shape, at);
}

function compareKind(value: unknown, names: string, at: string): readonly string[] {
  const matches = names.split(' | ').some((name) => {
    if (name.startsWith('=')) return value === name.slice(1);
    const isKind = kinds[name];
    if (isKind === undefined) throw new Error(`${name} is no kind of ${at}`);
    return isKind(value);
  });
  return matches ? [] : [`${at}: ${names} is wanted`];
}

function compareTuple(value: unknown, wanted: readonly Shape[], at: string): readonly string[] {
  if (!Array.isArray(value) || value.length !== wanted.length)
    return [`${at}: ${String(wanted.length)} values are wanted`];
  return wanted.flatMap((each, index) => compare(value[index], each, `${at}[${String(index)}]`));
}

function compareMembers(
  value: object,
  shape: Readonly<Record<string, Shape | Shape[]>>,
  at: string,
): readonly string[] {
  const found = new Map<string, unknown>(Object.entries(value));
  const wanted = Object.entries(shape).map(([name, each]) => ({
    name: name.replace(/\?$/, ''),
    isOptional: name.endsWith('?'),
    each: oneOf(each),
  }));
  const place = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const foreign = [...found.keys()].filter((name) => !wanted.some((one) => one.name === name));
  return [
    ...foreign.map((name) => `${place(name)}: no such member is known`),
    ...wanted.flatMap(({ name, isOptional, each }) => {
      if (found.has(name)) return compare(found.get(name), each, place(name));
      return isOptional ? [] : [`${place(name)}: is missing`];
    }),
  ];
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function listOf(forms: Shape | Shape[]): readonly Shape[] {
  if (!Array.isArray(forms)) throw new Error('a list of forms is wanted');
  return forms;
}

/** A member's form: a list of one in JSON is the form of a list. */
function oneOf(form: Shape | Shape[]): Shape {
  return form as Shape;
}
