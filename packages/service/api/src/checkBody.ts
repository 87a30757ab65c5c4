import { requestFault } from '@portage/core';

/** Depth of nested objects and arrays, at most. No endpoint needs more than five. */
const depthMax = 32;

/**
 * Rejects a body that no client means: one nested so deep that it attacks its reader, or one that
 * names the prototype of an object, at any depth. The parser keeps such names as own members, which
 * change nothing, so they end here.
 *
 * @throws PortageError `INVALID_REQUEST` naming the member
 */
export function checkBody(body: unknown): void {
  if (isNested(body)) walk(body, '', depthMax - 1);
}

function walk(value: object, path: string, levels: number): void {
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') refuse(join(path, name), 'is the name of no member');
    if (!isNested(inner)) continue;
    // The error's message cuts the path short.
    const at = join(path, name);
    if (name === 'constructor' && Object.hasOwn(inner, 'prototype'))
      refuse(`${at}.prototype`, 'is the name of no member');
    if (levels === 0)
      refuse(at.split('.', 1)[0] ?? at, `is nested deeper than ${String(depthMax)} levels`);
    walk(inner, at, levels - 1);
  }
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
