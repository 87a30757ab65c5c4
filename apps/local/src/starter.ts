import { docsDir, futureDocsDir } from './builtDirs.js';

/** Documentation that the service serves. */
export interface Docs {
  readonly dir: string;
  /** Resolves when it is built; undefined where it is built already. */
  readonly built?: Promise<void>;
}

/** Program that started this one and builds the documentation beside it (scripts/start.mjs). */
export interface Starter {
  readonly docs: Docs | undefined;
  /** Says that a transfer has succeeded: from now on there is time for the rest of the build. */
  tellTransfer(): void;
}

/** The process that has started this one; where it says nothing, what is built is what there is. */
export function findStarter(): Starter {
  const dir = docsDir();
  if (process.send === undefined)
    return { docs: dir === undefined ? undefined : { dir }, tellTransfer: () => undefined };
  const built = new Promise<void>((resolve, reject) => {
    process.on('message', (message) => {
      if (message === 'docs-built') resolve();
      if (message === 'docs-failed') reject(new Error('The documentation could not be built.'));
    });
  });
  built.catch(() => undefined); // The page that waits for it says so.
  // A channel that is listened to keeps a process alive.
  process.channel?.unref();
  return {
    docs: { dir: futureDocsDir(), built },
    tellTransfer: () => process.send?.('transferred'),
  };
}
