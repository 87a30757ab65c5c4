import type { ReactElement, ReactNode } from 'react';

const pages = [
  { href: '/', name: 'Swap page' },
  { href: '/status', name: 'Status' },
  { href: '/docs', name: 'Docs' },
  { href: '/dashboard', name: 'Dashboard' },
] as const;

/** Properties of {@link Footer}. */
export interface FooterProps {
  /** Page that is shown already. */
  readonly current: (typeof pages)[number]['href'];
  /** Words behind the links. */
  readonly children?: ReactNode;
}

/** Way to the service's other pages, at the end of each. */
export function Footer({ current, children }: FooterProps): ReactElement {
  return (
    <footer className="mx-auto flex w-full max-w-5xl flex-wrap justify-center gap-x-5 gap-y-1 px-4 pb-6 text-center text-sm text-balance text-quiet">
      {pages
        .filter(({ href }) => href !== current)
        .map(({ href, name }) => (
          <a key={href} href={href} className="hover:text-ink">
            {name}
          </a>
        ))}
      {children}
    </footer>
  );
}
