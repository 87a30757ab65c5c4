import { Gauge, type Registry } from 'prom-client';
import { createRefreshed } from './createRefreshed.js';
import type { MetricsOptions } from './metricsOptions.js';
import {
  readEndedFigures,
  readOpenFigures,
  type Figure,
  type OpenFigures,
} from './readStoreFigures.js';

/** Milliseconds between reads of open work, however often the metrics are read. */
const openMsMax = 10_000;

/** Milliseconds between full counts and ledger audits, which read whole tables. */
const wholeMsMax = 600_000;

interface Whole {
  readonly ended: readonly Figure[];
  readonly violations: number;
  /** Time of the audit, in Unix seconds. */
  readonly at: number;
}

/**
 * Registers metrics that the database knows. Metrics that cannot be read are left out, so nobody
 * takes an old value for a new one. Counts of ended requests and ledger audits run in the
 * background, at most every ten minutes.
 */
export function registerStoreMetrics(
  registers: Registry[],
  { store, now, onError }: Pick<MetricsOptions, 'store' | 'now' | 'onError'>,
): void {
  const open = createRefreshed(() => readOpenFigures(store), {
    maxAgeMs: openMsMax,
    now,
    onError,
  });
  const whole = createRefreshed<Whole>(
    async () => {
      const ended = await readEndedFigures(store);
      return { ended, violations: (await store.ledger.audit()).length, at: now() / 1000 };
    },
    { maxAgeMs: wholeMsMax, now, onError },
  );
  const write = (gauge: Gauge, figures: readonly Figure[] | undefined): void => {
    gauge.reset();
    for (const { labels, count } of figures ?? []) gauge.set(labels, count);
  };
  const register = (
    name: string,
    {
      help,
      labelNames,
      read,
    }: { help: string; labelNames: string[]; read: (figures: OpenFigures) => readonly Figure[] },
  ): void => {
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        const figures = await open.fresh();
        write(
          this,
          figures === undefined
            ? undefined
            : [
                ...read(figures),
                ...(name === 'portage_requests' ? (whole.known()?.ended ?? []) : []),
              ],
        );
      },
    });
  };
  register('portage_requests', {
    help: 'Requests that were paid for, by status; those that ended are counted every ten minutes.',
    labelNames: ['status'],
    read: ({ requests }) => requests,
  });
  register('portage_outbox', {
    help: 'Signed transactions whose end is not known yet.',
    labelNames: ['chain', 'state'],
    read: ({ outbox }) => outbox,
  });
  register('portage_jobs', {
    help: 'Jobs that are not done.',
    labelNames: ['kind', 'state'],
    read: ({ jobs }) => jobs,
  });
  register('portage_job_overdue_seconds', {
    help: 'For how long the oldest job that nobody works on has been due.',
    labelNames: ['kind'],
    read: ({ overdue }) => overdue,
  });
  registerAudit(registers, () => whole.known());
}

function registerAudit(registers: Registry[], known: () => Whole | undefined): void {
  new Gauge({
    ...{
      name: 'portage_ledger_audit_violations',
      help: 'Promises of the books that are broken; anything but 0 needs an operator.',
      labelNames: [],
      registers,
    },
    collect() {
      const seen = known();
      this.remove();
      if (seen !== undefined) this.set(seen.violations);
    },
  });
  new Gauge({
    ...{
      name: 'portage_ledger_audit_timestamp_seconds',
      help: 'When the books were audited last.',
      labelNames: [],
      registers,
    },
    collect() {
      const seen = known();
      this.remove();
      if (seen !== undefined) this.set(seen.at);
    },
  });
}
