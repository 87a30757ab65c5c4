import type { EndpointName } from '@portage/core/schemas';
import type { onSendHookHandler } from 'fastify';

/** Answer of an endpoint as it leaves the service; streams are none. */
export interface SentAnswer {
  readonly name: EndpointName;
  readonly status: number;
  /** Text of the body; empty without one. */
  readonly text: string;
}

/** Called with each answer before it is sent. What it throws becomes the answer. */
export type AnswerListener = (answer: SentAnswer) => void;

/** Hook that tells a listener of each answer of an endpoint. */
export function tellOfAnswers(name: EndpointName, listener: AnswerListener): onSendHookHandler {
  return (_request, reply, payload, done) => {
    if (payload === undefined || payload === null || typeof payload === 'string')
      listener({ name, status: reply.statusCode, text: payload ?? '' });
    done();
  };
}
