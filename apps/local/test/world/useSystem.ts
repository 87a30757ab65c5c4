import { holdWorld } from '../../../service/test/worlds.js';
import { startTestSystem, type TestSystem } from '../testSystem.js';
import { endOfWorker } from './endOfWorker.js';
import { handOut } from './handOut.js';

/** Accounts that a file is handed. */
const accountsPerFile = 10;
/** Files that a system serves before the next one is started; its accounts are made with it. */
const filesMax = 10;

/** System of this worker, and the files that it was handed to. */
interface World {
  readonly system: TestSystem;
  /** Lets the run end, which stops the database. */
  readonly release: () => Promise<void>;
  files: number;
}

let world: Promise<World> | undefined;

/** Starts the system of this worker. */
async function start(): Promise<World> {
  const release = await holdWorld();
  return {
    release,
    system: await startTestSystem({ accounts: accountsPerFile * filesMax }),
    files: 0,
  };
}

/** Ends the system of this worker, if there is one. */
async function end(): Promise<void> {
  const ending = world;
  world = undefined;
  const ended = await ending?.catch(() => undefined);
  try {
    await ended?.system.close();
  } finally {
    await ended?.release();
  }
}

/**
 * System that the files of a worker share, one after the other, with accounts that no other file is
 * handed; starting one takes ten seconds. For files that leave chains, prices and configuration as
 * they are, and count only what is their own: `x.world.node.test.ts`. `close` hands it back, and
 * throws where the file leaves unsound books or a halted chain.
 *
 * @example
 * ```ts
 * beforeAll(async () => {
 *   system = await useSystem();
 * });
 * afterAll(() => system.close());
 * ```
 */
export async function useSystem(): Promise<TestSystem> {
  if ((await world)?.files === filesMax) await end();
  if (world === undefined) {
    if (!endOfWorker().includes(end)) endOfWorker().push(end);
    world = start();
  }
  const current = await world;
  const first = current.files * accountsPerFile;
  current.files += 1;
  return handOut(current.system, {
    accounts: { first, count: accountsPerFile },
    // The next file is not to answer for this one.
    onFault: end,
  });
}
