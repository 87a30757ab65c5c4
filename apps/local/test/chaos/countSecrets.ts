import type { Devnet } from '@portage/devnet';

/** Private keys of the configuration that a service of the devnet was given. */
function keysOf({ description }: Devnet): readonly string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(...value.split(':'));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(description.configuration['keys']);
  return texts.map((text) => text.replace(/^0x/, '')).filter((text) => text.length >= 32);
}

/** Forms in which a key could stand in a log. */
function formsOf(key: string): readonly string[] {
  if (!/^[\da-f]+$/i.test(key)) return [key];
  const bytes = Buffer.from(key, 'hex');
  return [key, key.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url')];
}

/** Counts lines that hold a private key of the service in any form. */
export function countSecrets(log: readonly string[], devnet: Devnet): number {
  const forms = keysOf(devnet).flatMap(formsOf);
  return log.filter((line) => forms.some((form) => line.includes(form))).length;
}
