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
  const known = new Set<string>();
  return {
    add: (texts) => {
      for (const text of texts) if (text.length >= lengthMin) known.add(text);
    },
    clean: (text) => {
      let cleaned = text.replace(credentials, `$1${redactedText}@`);
      for (const secret of known) cleaned = cleaned.replaceAll(secret, redactedText);
      return cleaned;
    },
  };
}

/** Settings of a chain that `GET /chains` shows to anybody. */
const publicSettings = ['publicRpcUrl', 'explorerUrl', 'iconUrl', 'logoUrl', 'logoURI'];

/**
 * Secrets in a configuration: keys of all families, headers, and everything after the host in the
 * URL of an endpoint.
 */
export function secretsOf(
  configuration: Pick<Configuration, 'keys' | 'chains' | 'prices'>,
  databaseUrl: string | undefined,
): readonly string[] {
  const keys = Object.values(configuration.keys).flatMap((family) => Object.values(family));
  const urls = configuration.chains.flatMap(endpointsOf);
  return [
    ...keys.flatMap((key) => (key.startsWith('0x') ? [key, key.slice(2)] : [key])),
    ...urls.flatMap((url) => pathOf(new URL(url))),
    ...secretsOfPrices(configuration.prices),
    ...(databaseUrl === undefined ? [] : passwordOf(databaseUrl)),
  ];
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
    ...pathOf(new URL(http.url)),
    ...Object.values(http.headers ?? {}).flatMap((header) => [header, ...header.split(' ')]),
  ];
}

function pathOf(url: URL): readonly string[] {
  const { password, pathname, search } = url;
  return [password, search, pathname, pathname.slice(1)];
}

function passwordOf(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const { password } = new URL(text);
  return [password, decodeURIComponent(password)];
}
