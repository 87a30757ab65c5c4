import type { Log } from '@portage/core';

/** Notes for operators, each once. */
export interface Notes {
  /** Writes a note, unless the same message was written about the same thing. */
  once(about: string, message: string, context: Readonly<Record<string, unknown>>): void;
}

/** Notes that are remembered; older ones may be written again. */
const rememberedMax = 1_000;

/** Makes the notes of a chain. */
export function createNotes(log: Log, chain: string): Notes {
  const written = new Set<string>();
  return {
    once: (about, message, context) => {
      const key = `${message} ${about}`;
      if (written.has(key)) return;
      written.add(key);
      for (const oldest of written) {
        if (written.size <= rememberedMax) break;
        written.delete(oldest);
      }
      log(message, { chain, ...context });
    },
  };
}
