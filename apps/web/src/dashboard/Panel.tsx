import { useId, type ReactElement, type ReactNode } from 'react';
import { Notice } from '../ui/Notice.js';
import { Skeleton } from '../ui/Skeleton.js';

/** Properties of a {@link Panel}. */
export interface PanelProps {
  readonly title: string;
  /** A sentence about what is shown. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Panel({ title, note, children }: PanelProps): ReactElement {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-2xl border border-line bg-card p-4 sm:p-5"
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {note === undefined ? undefined : <p className="mt-0.5 text-sm text-quiet">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}

/** Properties of {@link Loaded}. */
export interface LoadedProps<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly children: (data: T) => ReactNode;
}

/** Shows data once it is there, and says when it cannot be read. */
export function Loaded<T>({ data, error, children }: LoadedProps<T>): ReactElement {
  return (
    <div className="grid gap-4">
      {error === null ? undefined : (
        <Notice tone="bad" title="This could not be read.">
          {`${error.message} The page tries again by itself.`}
        </Notice>
      )}
      {data !== undefined ? (
        children(data)
      ) : error === null ? (
        <Skeleton count={4} boxStyle="h-44 rounded-2xl" className="gap-4 lg:grid-cols-2" />
      ) : undefined}
    </div>
  );
}
