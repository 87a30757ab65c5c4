import type { Settings } from './presetOf.js';

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
