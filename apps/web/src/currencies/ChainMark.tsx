import type { ChainInfo } from '@portage/sdk';
import type { ReactElement } from 'react';
import { chainColour } from './colours.js';
import { chainName } from './place.js';

/** Properties of {@link ChainMark}. */
export interface ChainMarkProps {
  readonly chain: ChainInfo;
  /** Pixels. */
  readonly size?: number;
}

/** Mark of a chain: its letter on its colour. It is drawn here, and nothing is loaded for it. */
export function ChainMark({ chain, size = 16 }: ChainMarkProps): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden className="shrink-0">
      <circle cx="8" cy="8" r="8" fill={chainColour(chain)} />
      <text x="8" y="11.4" textAnchor="middle" fontSize="9.5" fontWeight="700" fill="#fff">
        {chainName(chain).slice(0, 1)}
      </text>
    </svg>
  );
}
