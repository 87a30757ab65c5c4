import { PortageError } from '@portage/core';

/** How many objects and arrays may lie within each other. No endpoint needs more than five. */
const depthMax = 32;

/**
 * Refuses a body that no client means: one that is nested so deep that it is an attack on whoever
 * walks it, or that names the prototype of an object, wherever in it that is. The parser keeps such
 * names as members of their own, which change nothing, so this is where they end.
 *
 * @throws PortageError `INVALID_REQUEST` naming the member
 */
export function checkBody(body: unknown): void {
  if (isNested(body)) walk(body, '', depthMax - 1);
}

function walk(value: object, path: string, levels: number): void {
  for (const [name, inner] of Object.entries(value)) {
    // What refuses the path cuts it short.
    const at = path === '' ? name : `${path}.${name}`;
    if (name === '__proto__') refuse(at, 'is the name of no member');
    if (!isNested(inner)) continue;
    if (name === 'constructor' && Object.hasOwn(inner, 'prototype'))
      refuse(`${at}.prototype`, 'is the name of no member');
    if (levels === 0)
      refuse(at.split('.', 1)[0] ?? at, `is nested deeper than ${String(depthMax)} levels`);
    walk(inner, at, levels - 1);
  }
}

function refuse(path: string, message: string): never {
  throw new PortageError('INVALID_REQUEST', {
    message: `${path}: ${message}`,
    details: [{ path, message }],
  });
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
