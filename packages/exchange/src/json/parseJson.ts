/** Value of JSON; whole numbers that a number cannot hold exactly are of type bigint. */
export type Json =
  null | boolean | number | bigint | string | readonly Json[] | { readonly [member: string]: Json };

const depthMax = 64;
const whitespace = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
// A string ends at the first quote that no backslash stands before.
const string = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const literals = { true: true, false: false, null: null } as const;

/**
 * Reads JSON without losing digits: `JSON.parse` makes 9007199254740992 of 9007199254740993.
 * Members that would change an object's prototype are refused, as is a member that stands twice,
 * because two readers could read two values.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): Json {
  const reader = createReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** Reader of one text. */
interface Reader {
  value(depth: number): Json;
  /** @throws SyntaxError unless nothing follows */
  end(): void;
}

function createReader(text: string): Reader {
  let place = 0;
  const fail = (): never => {
    throw new SyntaxError(`Not JSON at character ${place}.`);
  };
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = place;
    const found = pattern.exec(text) ?? undefined;
    if (found !== undefined) place = pattern.lastIndex;
    return found;
  };
  const take = (character: string): boolean => {
    match(whitespace);
    if (text[place] !== character) return false;
    place += 1;
    return true;
  };
  const readString = (): string => {
    const [found] = match(string) ?? [];
    return found === undefined ? fail() : String(JSON.parse(found));
  };
  const readNumber = (): number | bigint => {
    const found = match(number);
    if (found === undefined) return fail();
    const value = Number(found[0]);
    const isWhole = found[1] === undefined && found[2] === undefined;
    return isWhole && !Number.isSafeInteger(value) ? BigInt(found[0]) : value;
  };
  const readList = (depth: number): readonly Json[] => {
    const list: Json[] = [];
    if (take(']')) return list;
    do list.push(readValue(depth));
    while (take(','));
    return take(']') ? list : fail();
  };
  const readObject = (depth: number): { readonly [member: string]: Json } => {
    const members = new Map<string, Json>();
    if (take('}')) return {};
    do {
      match(whitespace);
      const name = readString();
      if (members.has(name) || name === '__proto__') fail();
      if (!take(':')) fail();
      members.set(name, readValue(depth));
    } while (take(','));
    return take('}') ? Object.fromEntries(members) : fail();
  };
  const readLiteral = (): Json => {
    for (const [word, value] of Object.entries(literals))
      if (text.startsWith(word, place)) {
        place += word.length;
        return value;
      }
    return readNumber();
  };
  const readValue = (depth: number): Json => {
    if (depth > depthMax) fail();
    if (take('{')) return readObject(depth + 1);
    if (take('[')) return readList(depth + 1);
    return text[place] === '"' ? readString() : readLiteral();
  };
  return {
    value: readValue,
    end: () => {
      match(whitespace);
      if (place !== text.length) fail();
    },
  };
}
