import type { UsageGranularity } from '@portage/core';
import { getUsage, usageSeries, usageWindow } from '@portage/metrics';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { usageChart } from '../output/usageChart.js';
import { usageTable } from '../output/usageTable.js';
import type { Session } from '../session.js';
import { usageError } from '../usageError.js';

/** Options of `portage usage`. */
export interface UsageOptions {
  readonly granularity: UsageGranularity;
  readonly from?: number;
  readonly to?: number;
  readonly key?: readonly string[];
}

/** Width in columns by default, where the terminal does not report one. */
const columnsDefault = 80;

/** `portage usage` */
export async function usage(
  { portage, output, io }: Session,
  { granularity, from, to, key }: UsageOptions,
): Promise<ExitCode> {
  if ((io.env['PORTAGE_API_KEY'] ?? '') === '')
    throw usageError('Whose usage? Set PORTAGE_API_KEY.');
  const asked = { granularity, startTimestamp: from, endTimestamp: to };
  const window = usageWindow(asked, Date.now());
  const metrics = await getUsage(portage.client, { ...asked, apiKeys: key, signal: io.signal });
  const columns =
    'columns' in io.stdout && typeof io.stdout.columns === 'number'
      ? io.stdout.columns
      : columnsDefault;
  output.result({ event: 'usage', granularity, metrics }, [
    ...usageChart(usageSeries(metrics, window), { columns, rows: 8, paint: output.paint }),
    '',
    ...usageTable(metrics, columns, output.paint),
  ]);
  return exitCodes.ok;
}
