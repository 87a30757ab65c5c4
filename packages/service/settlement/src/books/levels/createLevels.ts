import type { Queryable } from '@portage/database';
import { countEnded } from './countEnded.js';
import { noteAnswered, type AnsweredMinute } from './noteAnswered.js';
import { readLevels, type LevelDays, type LevelRecords } from './readLevels.js';
import { readTurns, type LevelTurn } from './readTurns.js';

/** Records of how well the service did its work. */
export interface Levels {
  /** Notes that the service answered within a minute; once for all processes. */
  noteAnswered(minute: AnsweredMinute): Promise<void>;
  /** Adds the requests that have ended since the last call to the counts of their days. */
  countEnded(): Promise<void>;
  /** Records of days. */
  read(days: LevelDays): Promise<LevelRecords>;
  /** Minutes since a time in which something turned, the oldest first. */
  turns(since: number): Promise<readonly LevelTurn[]>;
}

/** Makes the verbs of service levels. */
export function createLevels(database: Queryable): Levels {
  return {
    noteAnswered: (minute) => noteAnswered(database, minute),
    countEnded: () => countEnded(database),
    read: (days) => readLevels(database, days),
    turns: (since) => readTurns(database, since),
  };
}
