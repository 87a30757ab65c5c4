import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { navigate } from './route.js';

/** Properties of a {@link PageLink}. */
export interface PageLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/** Link within the dashboard. */
export function PageLink(props: PageLinkProps): ReactElement {
  const { to, className, isCurrent = false, children } = props;
  const onClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={to}
      onClick={onClick}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
