import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Settlement } from '@portage/settlement';
import { archiveMonth } from '../archive/archiveMonth.js';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';
import { usageError } from '../usageError.js';

/** Options of `portage archive`. */
export interface ArchiveCommandOptions extends DataOptions {
  /** As in `2026-01`. */
  readonly month: string;
  readonly out: string;
  /** Days. */
  readonly retention: number;
  readonly batch: number;
  readonly dryRun?: boolean;
}

const dayMs = 86_400_000;

/** `portage archive`: writes a month of ended orders to files and drops it. */
export async function archive(session: Session, options: ArchiveCommandOptions): Promise<ExitCode> {
  const { output, io } = session;
  const { month } = options;
  const now = Date.now();
  checkMonth(options, now);
  const endedBefore = now - options.retention * dayMs;
  return withSettlement(options, io, async ({ archives }) => {
    const open = (await archives.list()).find((one) => one.month === month && !one.isDropped);
    output.progress(`counting the requests of ${month}`);
    const survey = await archives.survey({ month, endedBefore });
    if (options.dryRun === true || (survey.orders === 0 && open === undefined)) {
      output.result({ event: 'survey', month, orders: survey.orders }, [
        survey.orders === 0
          ? `Nothing of ${month} can be archived.`
          : `${orders(survey.orders)} of ${month} would be archived.`,
      ]);
      tellHeldBack(session, survey.heldBack);
      return exitCodes.ok;
    }
    await writeAndDrop(session, archives, { ...options, endedBefore });
    tellHeldBack(session, (await archives.survey({ month, endedBefore })).heldBack);
    return exitCodes.ok;
  });
}

async function writeAndDrop(
  { output, io }: Session,
  archives: Settlement['archives'],
  {
    month,
    endedBefore,
    batch,
    out: given,
  }: ArchiveCommandOptions & { readonly endedBefore: number },
): Promise<void> {
  const out = resolve(given);
  await mkdir(out, { recursive: true, mode: 0o700 });
  const { lockDirectory } = await import('@portage/database');
  const unlock = await lockDirectory(out);
  try {
    const { id, folder, manifest, kept } = await archiveMonth(archives, {
      month,
      endedBefore,
      out,
      batch,
      note: (text) => {
        output.progress(text);
      },
      failpoint: (name) => {
        if (io.env['PORTAGE_FAILPOINT'] === name) process.kill(process.pid, 'SIGKILL');
      },
    });
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const files = manifest.files.length;
    output.result(
      { event: 'archived', id, folder, orders: manifest.orders - kept, kept, files, bytes },
      [
        `${orders(manifest.orders - kept)} of ${month} are in ${folder}: ${String(files)} files, ${bytes.toLocaleString('en')} bytes.`,
        ...(kept === 0 ? [] : [`Something happened to ${orders(kept)} meanwhile, which stay.`]),
      ],
    );
  } finally {
    await unlock();
  }
}

/** A month is closed once requests of its last day are older than the retention. */
function checkMonth({ month, retention }: ArchiveCommandOptions, now: number): void {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const from = Date.UTC(year, number) + retention * dayMs;
  if (now < from)
    throw usageError(
      `${month} can be archived from ${new Date(from).toISOString().slice(0, 10)} on: requests stay ${String(retention)} days after their month (--retention).`,
    );
}

function tellHeldBack(
  { output }: Session,
  heldBack: readonly { readonly reason: string; readonly orders: number }[],
): void {
  for (const { reason, orders: count } of heldBack)
    output.result({ event: 'stays', reason, orders: count }, [
      `${count.toLocaleString('en')} stay: each ${reason}.`,
    ]);
}

const orders = (count: number): string => `${count.toLocaleString('en')} orders`;
