import { timingSafeEqual } from 'node:crypto';
import { PortageError, type Caller } from '@portage/core';
import { hashSecret, type Keys, type StoredKey } from './createKeys.js';

/** Holder of a key, as handlers see it. */
export interface KeyHolder extends Caller {
  /** Owner of the key. Keys of one owner see each other's usage. */
  readonly owner: string;
  /** Wallet whose app fees stand behind the fast fills of the key. */
  readonly appWallet?: string | undefined;
}

/** Finds the holder of a key. */
export interface Keyring {
  /**
   * @param beforeLookup - called before a database lookup of a key that is not in memory; an error
   *   that it throws prevents the lookup
   * @throws PortageError `UNAUTHORIZED` for a key that is malformed, unknown, wrong or revoked,
   *   without telling which; `INVALID_REQUEST` for more than one
   */
  authenticate(header: string, beforeLookup: () => Promise<void>): Promise<KeyHolder>;
  close(): void;
}

/** Keys whose existence is remembered, at most; the oldest entry is dropped first. */
const knownMax = 10_000;

/**
 * Milliseconds for which a key is trusted without a lookup, in case a change notification is lost.
 */
const knownMs = { found: 10_000, nothing: 2_000 } as const;

/** Compared with when no key exists, so that both cases take the same time. */
const noHash = new Uint8Array(32);

interface Known {
  readonly key: StoredKey | undefined;
  readonly until: number;
}

/** Clock of a keyring. */
export interface KeyringContext {
  readonly now: () => number;
}

/**
 * Creates the keyring of a server. It keeps keys in memory for some seconds and drops a key as soon
 * as it changes.
 */
export function createKeyring(
  keys: Pick<Keys, 'find' | 'onChanged'>,
  { now }: KeyringContext,
): Keyring {
  const known = new Map<string, Known>();
  const running = new Map<string, Promise<StoredKey | undefined>>();
  const stop = keys.onChanged((id) => {
    if (id === undefined) {
      known.clear();
      running.clear();
    } else {
      known.delete(id);
      running.delete(id);
    }
  });

  function remember(id: string, key: StoredKey | undefined): void {
    known.delete(id);
    known.set(id, { key, until: now() + knownMs[key === undefined ? 'nothing' : 'found'] });
    if (known.size <= knownMax) return;
    const oldest = known.keys().next();
    if (oldest.done !== true) known.delete(oldest.value);
  }

  async function lookUp(id: string): Promise<StoredKey | undefined> {
    const shared = running.get(id);
    if (shared !== undefined) return shared;
    const own = keys.find(id);
    running.set(id, own);
    try {
      const key = await own;
      // A key that changed meanwhile may have been read before its change.
      if (running.get(id) === own) remember(id, key);
      return key;
    } finally {
      if (running.get(id) === own) running.delete(id);
    }
  }

  return {
    authenticate: async (header, beforeLookup) => {
      // Node joins headers of one name with commas, and no key contains one.
      if (header.includes(','))
        throw new PortageError('INVALID_REQUEST', {
          message: 'There is more than one x-api-key.',
          hint: 'Send one.',
        });
      const [id, secret] = split(header);
      const remembered = known.get(id);
      let key: StoredKey | undefined;
      if (remembered !== undefined && remembered.until > now()) {
        key = remembered.key;
      } else {
        await beforeLookup();
        key = await lookUp(id);
      }
      const isSame = timingSafeEqual(hashSecret(secret), key?.secretHash ?? noHash);
      if (!isSame || key?.revokedAt !== undefined || key === undefined) throw refused();
      const { id: apiKeyId, rights, sponsor, owner, appWallet } = key;
      return { apiKeyId, rights, sponsor, owner, appWallet };
    },
    close: stop,
  };
}

/** Public id and secret of a key. */
function split(header: string): readonly [id: string, secret: string] {
  const match = /^(key_[0-9a-f]{16})\.([A-Za-z0-9_-]{43})$/.exec(header);
  const [id, secret] = [match?.[1], match?.[2]];
  if (id === undefined || secret === undefined) throw refused();
  return [id, secret];
}

function refused(): PortageError {
  return new PortageError('UNAUTHORIZED', {
    message: 'The API key is not valid.',
    hint: 'Send the secret as x-api-key just as it was shown when the key was made, or leave the header out.',
  });
}
