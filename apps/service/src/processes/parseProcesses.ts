import { PortageError } from '@portage/core';
import { InvalidArgumentError } from 'commander';

/** More than any machine of today has use for. */
const processesMax = 64;
/** Pool of a process by default, and the connection that listens for changes. */
const usualConnections = 20;
const listeners = 1;
/** Connections of the embedded server that are left to services. */
const embeddedConnections = 190;

/** Number of processes from the command line. @throws InvalidArgumentError */
export function parseProcesses(text: string): number {
  const count = Number(text);
  if (!/^\d{1,2}$/.test(text) || count < 1 || count > processesMax)
    throw new InvalidArgumentError(
      `Processes of the API are a whole number from 1 to ${String(processesMax)}.`,
    );
  return count;
}

/**
 * Refuses processes beside another role than that of all parts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function refuseRole(role: string): void {
  if (role === 'all') return;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `--processes starts processes of the API and a worker, and the role is ${role}.`,
    hint: 'Leave --role out, or start one process of this role.',
  });
}

/**
 * Refuses more processes than the embedded database has connections for.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function refuseConnections(count: number, connectionsMax = usualConnections): void {
  const each = connectionsMax + listeners;
  // The worker has a pool as well.
  const connections = (count + 1) * each;
  if (connections <= embeddedConnections) return;
  const most = Math.floor(embeddedConnections / each) - 1;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${String(count)} processes may open ${String(connections)} connections, and the embedded database has ${String(embeddedConnections)}.`,
    hint: `Start at most ${String(most)} processes, make database.connectionsMax smaller, or name a PostgreSQL of your own in DATABASE_URL.`,
  });
}
