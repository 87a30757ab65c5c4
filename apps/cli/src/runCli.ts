import { isPortageError, type Progress } from '@portage/sdk';
import { CommanderError } from 'commander';
import { createProgram } from './createProgram.js';
import { endOfOutput } from './endOfOutput.js';
import { exitCodes, type ExitCode } from './exitCodes.js';
import { findMisspelling, withSubcommands } from './findMisspelling.js';
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
  let said = '';
  for (const command of withSubcommands(program))
    command.configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => (said += text),
    });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return endOfOutput(io)?.exitCode ?? exitCode;
  } catch (error) {
    const meant = await findMeant(error, argv);
    if (meant !== error) said = `${meant instanceof Error ? meant.message : ''}\n`;
    if (!json && said !== '') io.stderr.write(said);
    return explain(meant, io, json);
  }
}

/** The fault that is reported: a misspelt option rather than the one that is missing for it. */
async function findMeant(error: unknown, argv: readonly string[]): Promise<unknown> {
  if (!(error instanceof CommanderError)) return error;
  if (error.code !== 'commander.missingMandatoryOptionValue') return error;
  const misspelt = await findMisspelling(
    createProgram(() => Promise.resolve()),
    argv,
  );
  return misspelt === undefined
    ? error
    : new CommanderError(error.exitCode, 'commander.unknownOption', misspelt);
}

function explain(error: unknown, io: Io, json: boolean): ExitCode {
  const output = createOutput({ ...io, json });
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
  const end = endOfOutput(io);
  if (end?.text !== undefined) io.stderr.write(`${end.text}\n`);
  if (!isPortageError(error)) {
    // Ctrl-C ended a wait, such as the question before signing.
    if (io.signal.aborted) return end?.exitCode ?? exitCodes.interrupted;
    throw error;
  }
  const requestId = error.context['requestId'];
  const resumable =
    typeof requestId === 'string' &&
    ['EXECUTION_ABORTED', 'EXECUTION_TIMED_OUT', 'SUBMISSION_UNKNOWN'].includes(error.code);
  const readyAt = error.context['readyAt'];
  const progress = error.context['progress'];
  const isPaid = !isProgress(progress) || mayHavePaid(progress);
  const next = resumable && isPaid ? `portage resume ${requestId}` : undefined;
  const unpaid = resumable && !isPaid ? nothingPaid : undefined;
  // The output has no reader, but what was paid is reported all the same.
  if (end !== undefined && next === undefined) return end.exitCode;
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
  if (end !== undefined) return end.exitCode;
  return io.signal.aborted ? exitCodes.interrupted : exitCodes.failed;
}

const nothingPaid = 'Nothing was paid: it stopped before the deposit was signed.';

/** Errors of an execution hold its progress. */
function isProgress(value: unknown): value is Progress {
  return typeof value === 'object' && value !== null && 'steps' in value && 'requestId' in value;
}
