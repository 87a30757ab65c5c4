import type { ReactElement } from 'react';
import { ErrorNotice } from '../explain/ErrorNotice.js';
import { Notice } from '../ui/Notice.js';
import { LossNotice } from './Impact.js';
import type { Swap } from './useSwap.js';

/** Properties of a {@link SwapNotice}. */
export interface SwapNoticeProps {
  readonly swap: Swap;
}

/** Notice on the form, one at a time: on the problem that has to be solved first. */
export function SwapNotice({ swap }: SwapNoticeProps): ReactElement | null {
  const { error, form } = swap;
  if (form.linkFault !== undefined)
    return (
      <Notice tone="warn" title="This link is not valid.">
        {form.linkFault}
      </Notice>
    );
  if (error !== undefined) return <ErrorNotice error={error} tone="warn" />;
  return <LossNotice swap={swap} />;
}
