import type { ReactElement, ReactNode } from 'react';

/** Properties of a {@link PageHead}. */
export interface PageHeadProps {
  readonly title: string;
  /** Choices beside the title. */
  readonly children?: ReactNode;
}

/** Title of a page. */
export function PageHead({ title, children }: PageHeadProps): ReactElement {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {children}
    </div>
  );
}
