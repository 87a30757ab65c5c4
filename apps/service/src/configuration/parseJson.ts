import { PortageError } from '@portage/core';

/** Strings and marks of a text that is JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}:]/g;
/** Names that are shown: others may be a secret at the wrong place. */
const plainName = /^[\w.-]{1,64}$/;

/**
 * Value of a JSON text in which each member stands once. The parser keeps the last of two, where
 * the reader of a file may go by the first: the limit that counts would be another one.
 *
 * @param source - what the text is, for the error
 * @throws SyntaxError for what is no JSON
 * @throws PortageError `INVALID_CONFIGURATION` for a member that is named twice
 */
export function parseJson(text: string, source: string): unknown {
  const value: unknown = JSON.parse(text);
  const twice = findTwice(text);
  if (twice === undefined) return value;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${source}: ${plainName.test(twice) ? `"${twice}"` : 'a member'} is named twice in one object.`,
    hint: 'Name each member once.',
  });
}

/** First name that an object of a JSON text has twice, however it is written. */
function findTwice(text: string): string | undefined {
  const objects: Set<string>[] = [];
  let last = '""';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (token !== ':') last = token;
    else {
      const name = String(JSON.parse(last));
      const names = objects.at(-1);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}
