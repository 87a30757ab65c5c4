import { hashSecret, noKeys, type AccessOptions } from '@portage/access';

const id = `key_${'0a'.repeat(8)}`;
const secret = 'a'.repeat(43);

/** Access of a server with one key, and the headers of its holder. */
export interface OneKey {
  readonly access: AccessOptions;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the access of a server with one key, without rights. */
export function oneKey(): OneKey {
  const key = {
    id,
    name: 'test',
    owner: id,
    rights: [],
    sponsor: undefined,
    appWallet: undefined,
    createdAt: 0,
    revokedAt: undefined,
    secretHash: hashSecret(secret),
  };
  return {
    access: { ...noKeys, keys: { ...noKeys.keys, find: () => Promise.resolve(key) } },
    headers: { 'x-api-key': `${id}.${secret}` },
  };
}
