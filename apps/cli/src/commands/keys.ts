import type { KeyRight } from '@portage/core';
import type { AccessRecords, ApiKey } from '@portage/access';
import type { Database } from '@portage/database';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withServiceDatabase, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

/** Only commands about keys need access; the others start without it. */
async function openAccess(database: Database): Promise<AccessRecords> {
  const { openAccessRecords } = await import('@portage/access');
  return openAccessRecords(database);
}

/** Options of `portage keys create`. */
export interface CreateKeyOptions extends DataOptions {
  readonly name: string;
  readonly owner?: string;
  readonly sponsor?: string;
  readonly appWallet?: string;
  readonly right?: readonly KeyRight[];
}

/** `portage keys create` */
export async function createKey(
  { output, io }: Session,
  { name, owner, sponsor, appWallet, right, data }: CreateKeyOptions,
): Promise<ExitCode> {
  const { key, secret } = await withServiceDatabase({ data }, io, async (database) =>
    (await openAccess(database)).keys.create({ name, owner, sponsor, appWallet, rights: right }),
  );
  output.result({ event: 'key', ...key, secret }, [
    ...keyLines(key),
    '',
    `  ${secret}`,
    '',
    'This is the secret that its holder sends as x-api-key. It is shown this once.',
  ]);
  return exitCodes.ok;
}

/** `portage keys list` */
export async function listKeys({ output, io }: Session, options: DataOptions): Promise<ExitCode> {
  const keys = await withServiceDatabase(options, io, async (database) =>
    (await openAccess(database)).keys.list(),
  );
  if (keys.length === 0 && !output.json) output.result({}, ['There are no keys.']);
  for (const key of keys) output.result({ event: 'key', ...key }, keyLines(key));
  return exitCodes.ok;
}

/** `portage keys revoke` */
export async function revokeKey(
  { output, io }: Session,
  id: string,
  options: DataOptions,
): Promise<ExitCode> {
  const key = await withServiceDatabase(options, io, async (database) =>
    (await openAccess(database)).keys.revoke(id),
  );
  output.result({ event: 'key', ...key }, keyLines(key));
  return exitCodes.ok;
}

function keyLines({
  id,
  name,
  owner,
  rights,
  sponsor,
  appWallet,
  createdAt,
  revokedAt,
}: ApiKey): readonly string[] {
  const parts = [
    id,
    name,
    ...(owner === id ? [] : [`owner ${owner}`]),
    ...(sponsor === undefined ? [] : [`sponsor ${sponsor}`]),
    ...(appWallet === undefined ? [] : [`app wallet ${appWallet}`]),
    ...(rights.length === 0 ? [] : [`rights ${rights.join(', ')}`]),
    `made ${new Date(createdAt).toISOString()}`,
    ...(revokedAt === undefined ? [] : [`revoked ${new Date(revokedAt).toISOString()}`]),
  ];
  return [parts.join('  ')];
}
