import type { Quote } from '@portage/sdk';

/** Members that tell one step from another. */
export interface NamedStep {
  readonly id: string;
  readonly kind: string;
}

/**
 * Name of a step by what it does, as in `Approve USDC`: the service names how a wallet asks, which
 * is the same for all of them.
 */
export function stepName({ id, kind }: NamedStep, { details }: Pick<Quote, 'details'>): string {
  const { symbol } = details.currencyIn.currency;
  const names: Readonly<Record<string, string>> = {
    approve: `Approve ${symbol}`,
    authorize1: `Allow ${symbol}`,
    authorize2: 'Sign deposit',
    authorize: 'Sign deposit',
    deposit: 'Send deposit',
    send: `Send ${symbol}`,
    swap: `Swap ${symbol} for ${details.currencyOut.currency.symbol}`,
  };
  const name = Object.hasOwn(names, id) ? names[id] : undefined;
  return name ?? (kind === 'signature' ? 'Sign' : 'Send transaction');
}
