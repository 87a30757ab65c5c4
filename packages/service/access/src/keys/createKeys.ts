import { createHash } from 'node:crypto';
import { isKeyRight, PortageError, type KeyRight, standardError } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';

/** API key without its secret. */
export interface ApiKey {
  /** Public id: `key_` and 16 hex digits. */
  readonly id: string;
  readonly name: string;
  /** Owner; by default the key's own id. Keys of one owner see each other's usage. */
  readonly owner: string;
  readonly rights: readonly KeyRight[];
  /** Account whose balance pays the sponsored part of this key's quotes. */
  readonly sponsor: string | undefined;
  /** Wallet whose app fees stand behind the fast fills of this key. */
  readonly appWallet: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly revokedAt: number | undefined;
}

/** An {@link ApiKey} with the hash that its secret is compared with. */
export interface StoredKey extends ApiKey {
  /**
   * SHA-256 of the secret part. The secret has 256 random bits, so a slow hash would add nothing.
   */
  readonly secretHash: Uint8Array;
}

/** An {@link ApiKey}, and when it was used. */
export interface UsedKey extends ApiKey {
  /**
   * Begin of the bucket of the newest counted call, in milliseconds since 1970: its minute, and of
   * calls that are long ago their hour or day. Undefined where none is counted.
   */
  readonly lastUsedAt: number | undefined;
}

/** Properties of a new key, set by an operator. */
export interface NewKey {
  readonly name: string;
  readonly owner?: string | undefined;
  readonly rights?: readonly KeyRight[] | undefined;
  readonly sponsor?: string | undefined;
  readonly appWallet?: string | undefined;
}

/** API keys. */
export interface Keys {
  /**
   * Creates a key. Its holder sends `secret` as `x-api-key`; the secret is stored nowhere and
   * cannot be shown again.
   */
  create(key: NewKey): Promise<{ readonly key: ApiKey; readonly secret: string }>;
  /** All keys, newest first, revoked ones included. */
  list(): Promise<readonly ApiKey[]>;
  /** The newest 500 keys of an owner, or of all without one, with their last use. */
  used(owner: string | undefined): Promise<readonly UsedKey[]>;
  /**
   * Revokes a key in every process.
   *
   * @throws PortageError `INVALID_REQUEST` when no key has this id
   */
  revoke(id: string): Promise<ApiKey>;
  /** The key with this public id. */
  find(id: string): Promise<StoredKey | undefined>;
  /** Key ids among `ids` that belong to an owner. */
  owned(owner: string, ids: readonly string[]): Promise<readonly string[]>;
  /**
   * Calls `listener` with the id of each key that changed, in any process; without an id when any
   * key may have changed.
   */
  onChanged(listener: (id: string | undefined) => void): () => void;
}

/** {@link Keys} with the methods for their creator. */
export interface DrivenKeys extends Keys {
  readonly receive: (id: string) => void;
  refresh(): void;
}

/** Channel of changed keys; the payload is the id. */
export const keysChannel = 'portage_keys';

interface KeyRow {
  id: string;
  secret_hash: string;
  name: string;
  owner: string;
  rights: string[];
  sponsor_account: string | null;
  app_wallet: string | null;
  created_at: number;
  revoked_at: number | null;
}

const columns =
  'id, secret_hash, name, owner, rights, sponsor_account, app_wallet, created_at, revoked_at';

/** Counts of minutes are thrown away first, those of days last. */
const usedStatement: Statement = {
  name: 'keys_used',
  text: `select ${columns}, coalesce(
      (select max(bucket) from usage_minutes u where u.api_key_id = k.id),
      (select max(bucket) from usage_hours u where u.api_key_id = k.id),
      (select max(bucket) from usage_days u where u.api_key_id = k.id)) as last_used_at
    from api_keys k where $1::text is null or owner = $1 order by created_at desc, id limit 500`,
};

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
    rights: row.rights.filter(isKeyRight),
    sponsor: row.sponsor_account ?? undefined,
    appWallet: row.app_wallet ?? undefined,
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
  };
}

/** Hash that is stored of the secret part of a key. */
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** Source of randomness for new keys. */
export interface KeysContext {
  readonly randomBytes: (length: number) => Buffer;
}

/** Creates the keys of one process. */
export function createKeys(database: Queryable, { randomBytes }: KeysContext): DrivenKeys {
  const listeners = new Set<(id: string | undefined) => void>();
  const tell = (id: string | undefined): void => {
    for (const listener of listeners) listener(id);
  };
  return {
    create: async ({ name, owner, rights = [], sponsor, appWallet }) => {
      const id = `key_${randomBytes(8).toString('hex')}`;
      const secret = randomBytes(32).toString('base64url');
      const [row] = await database.query<KeyRow>(
        `insert into api_keys (id, secret_hash, name, owner, rights, sponsor_account, app_wallet) values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
        [id, hashSecret(secret), name, owner ?? id, rights, sponsor, appWallet],
      );
      if (row === undefined) throw standardError('SERVICE_UNAVAILABLE');
      return { key: toKey(row), secret: `${id}.${secret}` };
    },
    list: async () => {
      const rows = await database.query<KeyRow>(
        `select ${columns} from api_keys order by created_at desc, id`,
      );
      return rows.map(toKey);
    },
    used: async (owner) => {
      const rows = await database.query<KeyRow & { last_used_at: number | null }>(usedStatement, [
        owner,
      ]);
      return rows.map((row) => ({ ...toKey(row), lastUsedAt: row.last_used_at ?? undefined }));
    },
    revoke: async (id) => {
      const [row] = await database.query<KeyRow>(
        `update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 returning ${columns}`,
        [id],
      );
      if (row === undefined)
        throw new PortageError('INVALID_REQUEST', {
          message: 'There is no key with this id.',
          hint: 'portage keys list shows the ids.',
        });
      tell(id);
      return toKey(row);
    },
    find: async (id) => {
      const [row] = await database.query<KeyRow>(
        { name: 'key_find', text: `select ${columns} from api_keys where id = $1` },
        [id],
      );
      return row === undefined
        ? undefined
        : { ...toKey(row), secretHash: Buffer.from(row.secret_hash.slice(2), 'hex') };
    },
    owned: async (owner, ids) => {
      const rows = await database.query<{ id: string }>(
        {
          name: 'keys_owned',
          text: 'select id from api_keys where owner = $1 and id = any($2::text[])',
        },
        [owner, ids],
      );
      return rows.map(({ id }) => id);
    },
    onChanged: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    receive: tell,
    refresh: () => tell(undefined),
  };
}
