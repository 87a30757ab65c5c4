import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { shortText } from '../format/short.js';

/** Properties of a {@link CopyText}. */
export interface CopyTextProps {
  readonly text: string;
  /** Name of the text for screen readers, as in `secret`. */
  readonly label: string;
  /** Shown instead of the shortened text. */
  readonly shown?: string;
}

const shownMs = 1_500;

/** A long text, shortened, that a click copies whole. */
export function CopyText({ text, label, shown = shortText(text) }: CopyTextProps): ReactElement {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, shownMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      title={text}
      aria-label={`${isCopied ? 'Copied' : 'Copy'} ${label} ${shown}`}
      className="inline-flex items-center gap-1.5 rounded-md font-mono text-[0.85em] hover:text-accent"
      onClick={() => {
        // Where the browser forbids it, the text stays to be selected.
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => undefined,
        );
      }}
    >
      <span>{shown}</span>
      <Icon size={13} aria-hidden className="text-quiet" />
    </button>
  );
}
