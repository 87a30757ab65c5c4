/** Text of a part that is shown in several places; printed once. Absent: print it. */
export const printed: unique symbol = Symbol('printed');

/** A part of an answer that may carry its own JSON text. `JSON.stringify` does not see it. */
export type Printed<Part> = Part & { readonly [printed]?: string };
