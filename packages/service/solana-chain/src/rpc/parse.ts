import { malformedReply, readObject } from '@portage/chain-kit';

/** A text. @throws PortageError `RPC_HTTP_ERROR` */
export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string') throw malformedReply(what);
  return value;
}

/**
 * A number that is a slot, a height, a place or a time; exact. @throws PortageError
 * `RPC_HTTP_ERROR`
 */
export function readInteger(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw malformedReply(what);
  return value;
}

/** The `value` beside a `context`. @throws PortageError `RPC_HTTP_ERROR` */
export function readValue(result: unknown, what: string): unknown {
  const object = readObject(result, what);
  if (!('value' in object)) throw malformedReply(what);
  return object['value'];
}

/** The slot that the `context` beside a `value` names. @throws PortageError `RPC_HTTP_ERROR` */
export function readSlot(result: unknown, what: string): number {
  return readInteger(readObject(readObject(result, what)['context'], what)['slot'], what);
}
