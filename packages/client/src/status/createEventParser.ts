import { PortageError } from '@portage/core/errors';

/** Longest event in characters: more than any status takes, so that memory is bounded. */
const eventLengthMax = 65_536;

/**
 * Longest stream in characters. Heartbeats stay below it for weeks; endless lines that say nothing
 * do not.
 */
const streamLengthMax = 1_000_000;

/**
 * Makes a reader of server-sent events from text that arrives in pieces. Each call returns the data
 * of the events that its piece completes. Names, ids and comments are skipped, since a status says
 * all that matters.
 *
 * @see WHATWG HTML, "Server-sent events"
 * @throws PortageError `INVALID_RESPONSE` when an event or the stream does not end
 */
export function createEventParser(): (piece: string) => readonly string[] {
  let rest = '';
  let data: string[] = [];
  let length = 0;
  return (piece) => {
    length += piece.length;
    // A carriage return at the very end may be half of a line break.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const events: string[] = [];
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      events.push(data.join('\n'));
      data = [];
    }
    const pending = data.reduce((sum, line) => sum + line.length + 1, rest.length);
    if (pending > eventLengthMax || length > streamLengthMax)
      throw new PortageError('INVALID_RESPONSE', { message: 'The status stream is without end.' });
    return events;
  };
}
