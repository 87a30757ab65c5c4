import { assert } from '@portage/core';

/** A stored reason as the wire writes it: what is stored was one of them. */
export function wireReason<Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  assert(found !== undefined, `"${text}" is no reason of the wire`);
  return found;
}
