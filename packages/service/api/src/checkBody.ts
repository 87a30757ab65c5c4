import { PortageError, requestFault } from '@portage/core';
import { countNames } from './countNames.js';

/** Depth of nested objects and arrays, at most. No endpoint needs more than five. */
const depthMax = 32;

/**
 * Rejects a body that no client means: one nested so deep that it attacks its reader, one that
 * names the prototype of an object, at any depth, or one that names a member twice. The parser
 * keeps names of prototypes as own members, which change nothing, and of a name that stands twice
 * the last, where a proxy in front may have judged the first: so they end here.
 *
 * @param text - what the body was parsed from
 * @throws PortageError `INVALID_REQUEST`, where it can naming the member
 */
export function checkBody(body: unknown, text: string): void {
  if (!isNested(body) || walk(body, '', depthMax - 1) === countNames(text)) return;
  throw new PortageError('INVALID_REQUEST', {
    message: 'A member of the body is named twice.',
    hint: 'Send each member once.',
  });
}

/** Number of members, of inner objects too. */
function walk(value: object, path: string, levels: number): number {
  const members = Object.entries(value);
  let count = Array.isArray(value) ? 0 : members.length;
  for (const [name, inner] of members) {
    if (name === '__proto__') refuse(join(path, name), 'is the name of no member');
    if (!isNested(inner)) continue;
    // The error's message cuts the path short.
    const at = join(path, name);
    if (name === 'constructor' && Object.hasOwn(inner, 'prototype'))
      refuse(`${at}.prototype`, 'is the name of no member');
    if (levels === 0)
      refuse(at.split('.', 1)[0] ?? at, `is nested deeper than ${String(depthMax)} levels`);
    count += walk(inner, at, levels - 1);
  }
  return count;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function refuse(path: string, message: string): never {
  throw requestFault(path, message);
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
