/** JSON, as a document is made of it. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, Json>>;

/** Whether a value is an object, not a list. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
