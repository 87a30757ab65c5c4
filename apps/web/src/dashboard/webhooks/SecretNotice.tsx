import type { ReactElement } from 'react';
import { Button } from '../../ui/Button.js';
import { CopyText } from '../../ui/CopyText.js';
import { Notice } from '../../ui/Notice.js';

/** Properties of a {@link SecretNotice}. */
export interface SecretNoticeProps {
  readonly secret: string;
  /** Sentence on the former secret; undefined for a first one. */
  readonly former?: string | undefined;
  readonly onDone: () => void;
}

/** A secret that is shown this once. */
export function SecretNotice({ secret, former, onDone }: SecretNoticeProps): ReactElement {
  return (
    <Notice tone="warn" title="Keep this secret now: it is shown this once.">
      <p className="break-all">
        <code>{secret}</code>
      </p>
      <p className="mt-1 text-ink">
        <span>Your server checks the signature of each delivery with it.</span>{' '}
        <span>{former}</span>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <CopyText text={secret} label="secret" shown="whsec_…" />
        <Button tone="plain" onClick={onDone}>
          I have kept it
        </Button>
      </div>
    </Notice>
  );
}
