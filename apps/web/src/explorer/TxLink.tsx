import { useChains } from '@portage/react';
import { ExternalLink } from 'lucide-react';
import type { ReactElement } from 'react';
import { chainName } from '../currencies/place.js';
import { shortText } from '../format/short.js';
import { CopyText } from '../ui/CopyText.js';
import { transactionUrl } from './transactionUrl.js';

/** Transaction that is shown. */
export interface ShownTx {
  readonly chainId: number;
  readonly hash: string;
}

/** A transaction: a link into the explorer of its chain, or where there is none, a text to copy. */
export function TxLink({ chainId, hash }: ShownTx): ReactElement {
  const { data: chains = [] } = useChains();
  const chain = chains.find(({ id }) => id === chainId);
  const href = chain === undefined ? undefined : transactionUrl(chain, hash);
  const on = chain === undefined ? '' : ` on ${chainName(chain)}`;
  if (href === undefined)
    return (
      <p className="text-sm text-quiet">
        <CopyText text={hash} label="transaction" />
        <span>{on}</span>
      </p>
    );
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      title={hash}
      className="inline-flex items-center gap-1.5 text-sm text-accent hover:underline"
    >
      <span className="font-mono text-[0.9em]">{shortText(hash)}</span>
      <span>{on}</span>
      <ExternalLink size={13} aria-hidden />
      <span className="sr-only">(opens the explorer)</span>
    </a>
  );
}
