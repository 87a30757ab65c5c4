/** Says that a route has sent its answer by itself: a stream, or one without a body. */
export const sent: unique symbol = Symbol('sent');

/** Body of an answer that is printed already. */
export class PrintedJson {
  constructor(readonly text: string) {}
}
