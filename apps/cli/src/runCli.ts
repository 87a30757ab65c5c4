import { isPortageError, type Progress } from '@portage/sdk';
import { CommanderError, type Command } from 'commander';
import { createProgram } from './createProgram.js';
import { exitCodes, type ExitCode } from './exitCodes.js';
import type { Io } from './io.js';
import { mayHavePaid } from './transfer/mayHavePaid.js';
import { createOutput } from './output/createOutput.js';
import { openSession } from './session.js';

/** Runs one command line and returns its exit code. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  const json = argv.includes('--json');
  let exitCode: ExitCode = exitCodes.ok;
  const program = createProgram(async (options, command) => {
    const session = await openSession(options, io);
    try {
      exitCode = await command(session);
    } finally {
      session.output.settle();
    }
  });
  for (const command of withSubcommands(program))
    command.configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => (json ? undefined : io.stderr.write(text)),
    });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, io, json);
  }
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function explain(error: unknown, io: Io, json: boolean): ExitCode {
  const output = createOutput({ stdout: io.stdout, stderr: io.stderr, json });
  if (error instanceof CommanderError) {
    // Help and version end this way, too. Commander has printed its own messages, but not those of
    // our checks.
    if (error.exitCode === 0) return exitCodes.ok;
    const own = error.code === 'commander.invalidArgument' && !error.message.startsWith('error:');
    if (json || own)
      output.fault({ event: 'error', code: 'USAGE', message: error.message }, [
        `error: ${error.message}`,
      ]);
    return exitCodes.usage;
  }
  if (!isPortageError(error)) throw error;
  const requestId = error.context['requestId'];
  const resumable =
    typeof requestId === 'string' &&
    ['EXECUTION_ABORTED', 'EXECUTION_TIMED_OUT', 'SUBMISSION_UNKNOWN'].includes(error.code);
  const readyAt = error.context['readyAt'];
  const progress = error.context['progress'];
  const isPaid = !isProgress(progress) || mayHavePaid(progress);
  const next = resumable && isPaid ? `portage resume ${requestId}` : undefined;
  const unpaid = resumable && !isPaid ? nothingPaid : undefined;
  output.fault(
    {
      event: 'error',
      code: error.code,
      message: error.message,
      hint: unpaid ?? error.hint,
      requestId,
      readyAt,
      next,
    },
    [
      `${error.code}: ${error.message}`,
      ...(next === undefined
        ? [unpaid ?? error.hint ?? ''].filter((line) => line !== '')
        : ['What was paid is not lost. To go on waiting:', `  ${next}`]),
    ],
  );
  return io.signal.aborted ? exitCodes.interrupted : exitCodes.failed;
}

const nothingPaid = 'Nothing was paid: it stopped before the deposit was signed.';

/** Errors of an execution hold its progress. */
function isProgress(value: unknown): value is Progress {
  return typeof value === 'object' && value !== null && 'steps' in value && 'requestId' in value;
}
