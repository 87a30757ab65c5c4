import type { ChainConfiguration, Configuration } from './configuration/configuration.js';

/** Texts that must never be printed. */
export interface Secrets {
  add(texts: readonly string[]): void;
  /** Text without any of the secrets and without passwords in URLs. */
  clean(text: string): string;
}

const redactedText = '[redacted]';

/** User and password in a URL, as in `postgres://user:password@host`. */
const credentials = /(\b[a-z][a-z0-9+.-]{1,30}:\/\/)[^\s/"'\\@]{1,300}@/gi;

/** Least length of a secret; shorter texts would hide words that are no secret. */
const lengthMin = 6;

/** Secrets of one process, the last guard before anything is printed. */
export function createSecrets(): Secrets {
  let known: readonly string[] = [];
  return {
    add: (texts) => {
      // A line of the log is JSON, which escapes quotation marks and more.
      const forms = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
      // A part that is taken out first would hide the whole.
      known = [...new Set([...known, ...forms.filter(({ length }) => length >= lengthMin)])].sort(
        (one, other) => other.length - one.length,
      );
    },
    clean: (text) => {
      let cleaned = text;
      for (const secret of known) cleaned = cleaned.replaceAll(secret, redactedText);
      return cleaned.replace(credentials, `$1${redactedText}@`);
    },
  };
}

/** Settings of a chain that `GET /chains` shows to anybody. */
const publicSettings = ['publicRpcUrl', 'explorerUrl', 'iconUrl', 'logoUrl', 'logoURI'];

/**
 * Secrets in a configuration: keys of all families, headers, and everything in the URL of an
 * endpoint but its scheme and host, each also decoded and as a header carries it.
 */
export function secretsOf(
  configuration: Pick<Configuration, 'keys' | 'chains' | 'prices'>,
  databaseUrl: string | undefined,
): readonly string[] {
  const keys = Object.values(configuration.keys).flatMap((family) => Object.values(family));
  const urls = configuration.chains.flatMap(endpointsOf);
  return [
    ...keys.flatMap(formsOfKey),
    ...urls.flatMap((url) => partsOf(new URL(url))),
    ...secretsOfPrices(configuration.prices),
    ...(databaseUrl === undefined ? [] : passwordsOf(databaseUrl)),
  ];
}

/** Least length of a part of a key that is a secret by itself; an index of an account is none. */
const keyPartMin = 32;

/** A key, the keys that it consists of, and their bytes in other words. */
function formsOfKey(key: string): readonly string[] {
  const parts = key.split(':').filter((part) => part.length >= keyPartMin);
  return [key, ...parts].flatMap((text) => {
    const digits = text.replace(/^0x/, '');
    if (!/^(?:[\da-f]{2}){16,}$/i.test(digits)) return [text];
    const bytes = Buffer.from(digits, 'hex');
    return [text, digits, bytes.toString('base64'), bytes.toString('base64url')];
  });
}

/** Every URL that reaches a chain, whatever its family calls it; they may carry secrets. */
function endpointsOf(chain: ChainConfiguration): readonly string[] {
  const textsOf = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) =>
      publicSettings.includes(name) ? [] : textsOf(member),
    );
  };
  return textsOf(chain).filter((text) => /^(?:https?|wss?):/.test(text) && URL.canParse(text));
}

/** A header may be a word and a token; each is hidden by itself. */
function secretsOfPrices(prices: Configuration['prices']): readonly string[] {
  const http = prices.source === 'feeds' ? prices.http : undefined;
  if (http === undefined) return [];
  return [
    ...[http.url].flat().flatMap((url) => partsOf(new URL(url))),
    ...Object.values(http.headers ?? {}).flatMap((header) => [header, ...header.split(' ')]),
  ];
}

/** Least length of a value in a query that is taken for a key; shorter ones are words. */
const valueMin = 12;

function partsOf({ username, password, pathname, search, searchParams }: URL): readonly string[] {
  const values = [...searchParams.values()].filter(({ length }) => length >= valueMin);
  const header = `${decoded(username)}:${decoded(password)}`;
  return [
    ...[password, search, pathname, pathname.slice(1)].flatMap((text) => [text, decoded(text)]),
    ...values,
    // Some endpoints take their key as the name of the user.
    ...(password === '' ? [username, decoded(username)] : []),
    ...(username === '' ? [] : [Buffer.from(header).toString('base64')]),
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Password of an address of a database, also where it stands there as it is, with `/`, `@` or `#`
 * in it: then it reaches from the first colon to the last `@`.
 */
function passwordsOf(text: string): readonly string[] {
  const whole = /^[a-z]+:\/\/[^:/]*:(.*)@/s.exec(text)?.[1] ?? '';
  const parsed = URL.canParse(text) ? new URL(text).password : '';
  return [whole, parsed].flatMap((password) => [password, decoded(password)]);
}
