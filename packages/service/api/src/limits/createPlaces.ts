import { PortageError } from '@portage/core';

/** Places that callers hold for any time, limited for each caller and in all. */
export interface Places {
  /**
   * Takes a place; the returned function gives it back, once.
   *
   * @throws PortageError `RATE_LIMITED` when none is left
   */
  take(caller: string): () => void;
  /** Number of places taken. */
  taken(): number;
}

/** Most places for one caller, and for all. */
export interface PlacesOptions {
  readonly perCallerMax: number;
  readonly max: number;
}

/** Creates the places. */
export function createPlaces({ perCallerMax, max }: PlacesOptions): Places {
  const byCaller = new Map<string, number>();
  let taken = 0;
  return {
    take: (caller) => {
      const own = byCaller.get(caller) ?? 0;
      if (own >= perCallerMax || taken >= max)
        throw new PortageError('RATE_LIMITED', {
          message: 'Too many status streams are open.',
          hint: 'Close those that are not read, or ask without Accept: text/event-stream.',
        });
      byCaller.set(caller, own + 1);
      taken += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        const left = (byCaller.get(caller) ?? 1) - 1;
        if (left === 0) byCaller.delete(caller);
        else byCaller.set(caller, left);
      };
    },
    taken: () => taken,
  };
}
