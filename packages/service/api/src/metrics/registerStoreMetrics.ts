import { Gauge, type Registry } from 'prom-client';
import { nameLabels } from './chainLabels.js';
import { createRefreshed } from './createRefreshed.js';
import type { MetricsOptions } from './metricsOptions.js';
import {
  readEndedFigures,
  readOpenFigures,
  type EndedFigures,
  type Figure,
  type OpenFigures,
} from './readStoreFigures.js';

/** Milliseconds between reads of open work, however often the metrics are read. */
const openMsMax = 10_000;

/** Milliseconds between full counts and ledger audits, which read whole tables. */
const wholeMsMax = 600_000;

interface Whole {
  readonly ended: EndedFigures;
  readonly violations: number;
  /** Time of the audit, in Unix seconds. */
  readonly at: number;
}

interface OpenMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly read: (figures: OpenFigures) => readonly Figure[];
}

const openMetrics: readonly OpenMetric[] = [
  {
    name: 'portage_requests',
    help: 'Requests that were paid for, by status; those that ended are counted every ten minutes.',
    labelNames: ['status'],
    read: ({ requests }) => requests,
  },
  {
    name: 'portage_outbox',
    help: 'Signed transactions whose end is not known yet.',
    labelNames: ['chain', 'state'],
    read: ({ outbox }) => outbox,
  },
  {
    name: 'portage_jobs',
    help: 'Jobs that are not done.',
    labelNames: ['kind', 'state'],
    read: ({ jobs }) => jobs,
  },
  {
    name: 'portage_job_overdue_seconds',
    help: 'For how long the oldest job that nobody works on has been due.',
    labelNames: ['kind'],
    read: ({ overdue }) => overdue,
  },
  {
    name: 'portage_request_stranded_seconds',
    help: 'For how long the oldest paid request has had no job, no open transaction and no deposit that waits for finality; more than a minute needs an operator.',
    labelNames: [],
    read: ({ stranded }) => [{ labels: {}, count: stranded }],
  },
  {
    name: 'portage_vault_difference',
    help: 'Balance of a depository less its books, in smallest units; below 0 needs an operator.',
    labelNames: ['chain', 'currency'],
    read: ({ vault }) => vault,
  },
  {
    name: 'portage_balances_compared_timestamp_seconds',
    help: 'When the balances of the solver and the depository were compared with the books last.',
    labelNames: ['chain'],
    read: ({ compared }) => compared,
  },
  {
    name: 'portage_burned_gas',
    help: 'Native currency that fills and calls which reverted within the last hour burned and no refund paid for, in smallest units; calls are halted from burnedGasMicroUsdMax on.',
    labelNames: ['chain'],
    read: ({ burned }) => burned,
  },
  {
    name: 'portage_chain_halted',
    help: 'Chains that are halted, by the reason; each needs an operator.',
    labelNames: ['chain', 'reason'],
    read: ({ halted }) => halted,
  },
  {
    name: 'portage_chain_limited',
    help: 'Limits that circuit breakers have set on chains, by kind and reason: quotes, depth; each needs an operator.',
    labelNames: ['chain', 'kind', 'reason'],
    read: ({ limited }) => limited,
  },
  {
    name: 'portage_versions_refused',
    help: 'Versions with a higher fee, or that pay nobody, which were signed a minute ago or more and no node took in place of the one that was sent.',
    labelNames: ['chain'],
    read: ({ refused }) => refused,
  },
  {
    name: 'portage_outbox_sent_age_seconds',
    help: 'Time since the oldest transaction that was sent and has no final end was signed.',
    labelNames: ['chain'],
    read: ({ unended }) => unended,
  },
  {
    name: 'portage_asset_fault',
    help: 'Currencies that are not quoted: payments of them fail, or some of them is missing.',
    labelNames: ['chain', 'currency', 'kind'],
    read: ({ assets }) => assets,
  },
];

/**
 * Registers metrics that the database knows. Metrics that cannot be read are left out, so no old
 * value is taken for a new one. Counts of ended requests and ledger audits run in the background,
 * at most every ten minutes.
 */
export function registerStoreMetrics(
  registers: Registry[],
  { chains, store, now, onError }: Pick<MetricsOptions, 'chains' | 'store' | 'now' | 'onError'>,
): void {
  const open = createRefreshed(() => readOpenFigures(store), { maxAgeMs: openMsMax, now, onError });
  const whole = createRefreshed<Whole>(
    async () => {
      const ended = await readEndedFigures(store);
      return { ended, violations: (await store.ledger.audit()).length, at: now() / 1000 };
    },
    { maxAgeMs: wholeMsMax, now, onError },
  );
  const write = (gauge: Gauge, figures: readonly Figure[] | undefined): void => {
    gauge.reset();
    for (const { labels, count } of figures ?? []) gauge.set(nameLabels(chains, labels), count);
  };
  for (const { name, help, labelNames, read } of openMetrics)
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      async collect() {
        const figures = await open.fresh();
        // A metric without labels is 0 after a reset, which says that all is well.
        if (figures === undefined && labelNames.length === 0) {
          this.remove();
          return;
        }
        write(
          this,
          figures === undefined
            ? undefined
            : [
                ...read(figures),
                ...(name === 'portage_requests' ? (whole.known()?.ended.requests ?? []) : []),
              ],
        );
      },
    });
  new Gauge({
    name: 'portage_refunds',
    help: 'Requests that were paid back, by the reason; counted every ten minutes.',
    labelNames: ['reason'],
    registers,
    collect() {
      write(this, whole.known()?.ended.refunds);
    },
  });
  registerAudit(registers, () => whole.known());
}

function registerAudit(registers: Registry[], known: () => Whole | undefined): void {
  new Gauge({
    name: 'portage_ledger_audit_violations',
    help: 'Promises of the books that are broken; anything but 0 needs an operator.',
    labelNames: [],
    registers,
    collect() {
      const seen = known();
      this.remove();
      if (seen !== undefined) this.set(seen.violations);
    },
  });
  new Gauge({
    name: 'portage_ledger_audit_timestamp_seconds',
    help: 'When the books were audited last.',
    labelNames: [],
    registers,
    collect() {
      const seen = known();
      this.remove();
      if (seen !== undefined) this.set(seen.at);
    },
  });
}
