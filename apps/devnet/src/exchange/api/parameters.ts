import { Refusal } from '../refusal.js';

/** A whole number of a query. @throws Refusal */
export function wholeOf(query: URLSearchParams, name: string, fallback?: number): number {
  const text = query.get(name);
  if (text === null && fallback !== undefined) return fallback;
  const value = /^(?:0|[1-9]\d{0,14})$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new Refusal('invalidParameter', `invalid ${name}`);
  return value;
}

/** A text of a query. @throws Refusal */
export function textOf(query: URLSearchParams, name: string): string {
  const text = query.get(name);
  if (text === null) throw new Refusal('invalidParameter', `${name} is missing`);
  return text;
}
