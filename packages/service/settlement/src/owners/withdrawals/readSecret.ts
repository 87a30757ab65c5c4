import type { Queryable } from '@portage/database';

/** Name of the secret that nonces of withdrawals are made with. */
const nonceSecret = 'nonce';

/** The 32 secret bytes that all processes make nonces with; the first one draws them. */
export async function readSecret(
  database: Queryable,
  randomBytes: (length: number) => Uint8Array,
): Promise<Uint8Array> {
  await database.query(
    'insert into withdrawal_secrets (name, secret) values ($1, $2) on conflict (name) do nothing',
    [nonceSecret, randomBytes(32)],
  );
  const [row] = await database.query<{ secret: string }>(
    'select secret from withdrawal_secrets where name = $1',
    [nonceSecret],
  );
  return Buffer.from(row?.secret.slice(2) ?? '', 'hex');
}
