import { invalidAnswer } from './invalidAnswer.js';

/** Something that the service answers. */
export interface AnswerKind<Value> {
  /** Name in the error, as in `list of currencies`. */
  readonly name: string;
  is(body: unknown): body is Value;
}

/** Reads an answer of a kind. @throws PortageError `INVALID_RESPONSE` */
export function readAs<Value>(body: unknown, kind: AnswerKind<Value>): Value {
  if (kind.is(body)) return body;
  throw invalidAnswer(kind.name);
}
