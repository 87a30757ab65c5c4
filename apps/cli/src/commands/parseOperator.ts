import { InvalidArgumentError } from 'commander';

/** A reason that an operator gives, which is kept. @throws InvalidArgumentError */
export function parseReason(text: string): string {
  const reason = text.trim();
  if (reason === '' || reason.length > 1_000)
    throw new InvalidArgumentError('A reason has 1 to 1000 characters.');
  return reason;
}

/** The id of a chain. @throws InvalidArgumentError */
export function parseChainId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError(
      'A chain is named by its id, a whole number, or by its slug, as in base.',
    );
  return Number(text);
}

/** The id or the slug of a chain. @throws InvalidArgumentError */
export function parseChain(text: string): number | string {
  return /^[a-z][a-z0-9-]{0,63}$/.test(text) ? text : parseChainId(text);
}
