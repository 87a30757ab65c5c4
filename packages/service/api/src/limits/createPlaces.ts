import { PortageError } from '@portage/core';

/** Places that callers hold for any time, limited for each caller and in all. */
export interface Places {
  /**
   * Takes a place; the returned function gives it back, once.
   *
   * @throws PortageError `RATE_LIMITED` when none is left
   */
  take(caller: string): () => void;
  /** Whether a caller would get a place now. */
  hasRoom(caller: string): boolean;
  /** Number of places taken. */
  taken(): number;
}

/** Most places for one caller, and for all. */
export interface PlacesOptions {
  readonly perCallerMax: number;
  readonly max: number;
  /** Error message and hint for a caller who gets no place. */
  readonly refusal: { readonly message: string; readonly hint: string };
}

/**
 * Creates the places. Whatever strangers can fill is kept by caller: one that takes all of its own
 * places takes none of another's.
 */
export function createPlaces({ perCallerMax, max, refusal }: PlacesOptions): Places {
  const byCaller = new Map<string, number>();
  let taken = 0;
  const hasRoom = (caller: string): boolean =>
    (byCaller.get(caller) ?? 0) < perCallerMax && taken < max;
  return {
    hasRoom,
    take: (caller) => {
      if (!hasRoom(caller)) throw new PortageError('RATE_LIMITED', refusal);
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + 1);
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
