import type { NodeAnswer, NodeAnswers } from './readAnswers.js';
import { differencesOf } from './shape.js';

/**
 * Differences of an answer that are not written down, and those that are written down and are none
 * any more. Pure.
 */
export function judge(
  answer: NodeAnswer,
  body: unknown,
  { differences }: Pick<NodeAnswers, 'differences'>,
): readonly string[] {
  const found = compare(answer, body);
  const written = differences
    .filter((each) => each.answer === answer.name)
    .map(({ differs }) => differs);
  return [
    ...found.filter((each) => !written.includes(each)),
    ...written
      .filter((each) => !found.includes(each))
      .map((each) => `${each}, as is written down, but it is so no longer`),
  ];
}

interface ReplyError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

interface Reply {
  readonly result?: unknown;
  readonly error?: ReplyError | null;
}

function compare({ result, error }: NodeAnswer, body: unknown): readonly string[] {
  const reply = body as Reply;
  if (error === undefined) {
    if (reply.error !== undefined && reply.error !== null)
      return [`the error ${JSON.stringify(reply.error)} in place of an answer`];
    return result === undefined ? [] : differencesOf(reply.result, result);
  }
  if (reply.error === undefined || reply.error === null)
    return [`an answer in place of the error ${String(error.code)}`];
  return [
    ...(reply.error.code === error.code
      ? []
      : [`the error ${String(reply.error.code)} in place of ${String(error.code)}`]),
    ...(typeof reply.error.message === 'string' ? [] : ['the error has no message']),
    ...(error.data === undefined ? [] : differencesOf(reply.error.data, error.data, 'data')),
  ];
}
