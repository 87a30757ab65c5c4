import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { navigate, pathOf, type Route } from './router.js';

/** Properties of a {@link Link}. */
export interface LinkProps {
  readonly to: Route;
  readonly className?: string;
  /** Whether the link leads to the page that is shown. */
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/** Link to a page of the app; a click with a modifier key opens it as any other link. */
export function Link({ to, className, isCurrent = false, children }: LinkProps): ReactElement {
  const onClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={pathOf(to)}
      onClick={onClick}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
