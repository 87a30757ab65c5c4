import type { ReactElement } from 'react';

/** Properties of a {@link Skeleton}. */
export interface SkeletonProps {
  /** Boxes that stand for what is loaded. */
  readonly count: number;
  /** Shape of a box. */
  readonly boxStyle: string;
  /** Arrangement of the boxes. */
  readonly className?: string;
}

/** Boxes in the place of what is still loaded, so that the page does not jump when it comes. */
export function Skeleton({ count, boxStyle, className = '' }: SkeletonProps): ReactElement {
  return (
    <div role="status" className={`grid animate-breathe gap-2 ${className}`}>
      <span className="sr-only">Loading…</span>
      {Array.from({ length: count }, (_, place) => (
        <div key={place} aria-hidden className={`border border-line bg-card ${boxStyle}`} />
      ))}
    </div>
  );
}
