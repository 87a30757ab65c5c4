import { once } from 'node:events';
import { PortageError } from '@portage/core';
import { loadPlugins } from '@portage/service';
import { appDir } from './builtDirs.js';
import { createContext } from './createContext.js';
import { demonstrations } from './demonstrations/index.js';
import type { Books, Demonstration } from './demonstrations/demonstration.js';
import { nextCommands } from './nextCommands.js';
import type { LocalOptions } from './options.js';
import type { Report } from './report.js';
import { runDemonstrations } from './runDemonstrations.js';
import { startSystem } from './startSystem.js';
import type { Starter } from './starter.js';

/** Surroundings of a run. */
export interface LocalSurroundings {
  readonly report: Report;
  /** Ends the run. */
  readonly signal: AbortSignal;
  readonly starter: Starter;
}

/**
 * Starts everything, runs the demonstrations, then stops (`once`) or keeps serving until the signal
 * aborts.
 *
 * @returns the exit code
 */
export async function runLocal(
  options: LocalOptions,
  { report, signal, starter }: LocalSurroundings,
): Promise<number> {
  const chosen = choose(options.only);
  const started = performance.now();
  const plugins = await loadPlugins(options.plugin, process.cwd());
  const system = await startSystem({
    // A run that keeps nothing needs no directory of its own.
    dataDir: options.data ?? (options.once ? undefined : '.portage'),
    port: options.port,
    blockTimeSeconds: options.blockTime,
    accounts: demonstrations.length + 10,
    appDir: appDir(),
    docs: starter.docs,
    plugins,
    note: (text) => report.note(text),
  });
  try {
    report.note(
      `Portage serves at ${system.url} (swap page; dashboard: ${system.url}/dashboard, status: ${system.url}/status, documentation: ${system.url}/docs) after ${((performance.now() - started) / 1000).toFixed(1)} s.\n`,
    );
    const running = runDemonstrations(chosen, {
      report: tellingTransfers(report, starter),
      contextOf: (index) =>
        createContext(system, index, { signal, note: (text) => report.note(text) }),
    });
    const haveAll = await Promise.race([running, system.failed]);
    report.note(`\n${haveAll ? 'All' : 'Not all'} of ${chosen.length} demonstrations succeeded.`);
    const ok = (await haveSoundBooks(system.books, report)) && haveAll;
    if (!options.once && !signal.aborted) {
      report.note(
        `Still serving at ${system.url}; accounts and addresses are in ${system.devnet.file}. Ctrl-C stops everything.`,
      );
      const commands = nextCommands({
        serviceUrl: system.url,
        devnet: system.devnet,
        account: demonstrations.length,
      });
      report.note(`\nTry next, in another terminal:\n\n${commands.join('\n\n')}\n`);
      await Promise.race([once(signal, 'abort'), system.failed]);
    }
    return ok || !options.once ? 0 : 1;
  } finally {
    report.note('Stopping.');
    await system.close();
  }
}

/** Report that tells a program beside this one of what has succeeded. */
function tellingTransfers(report: Report, starter: Starter): Report {
  return {
    ...report,
    outcome: (outcome) => {
      report.outcome(outcome);
      if (outcome.ok) starter.tellTransfer();
    },
  };
}

/** Checks every invariant of the books, and reports those that do not hold. */
async function haveSoundBooks(books: Books, report: Report): Promise<boolean> {
  const broken = await books.audit();
  if (broken.length === 0) report.note('Every invariant of the books holds.');
  else report.outcome({ demo: 'books', ok: false, error: broken.join('; ') });
  return broken.length === 0;
}

function choose(only: readonly string[] | undefined): readonly Demonstration[] {
  if (only === undefined) return demonstrations;
  return only.map((name) => {
    const found = demonstrations.find((demonstration) => demonstration.name === name);
    if (found === undefined) {
      throw new PortageError('INVALID_REQUEST', {
        message: `There is no demonstration "${name}". There are: ${demonstrations.map((each) => each.name).join(', ')}.`,
      });
    }
    return found;
  });
}
