import type { ReactElement } from 'react';

const pages = [
  { href: '/', name: 'Swap page' },
  { href: '/status', name: 'Status' },
  { href: '/docs', name: 'Docs' },
] as const;

/** Way to the service's other pages, at the end of each. */
export function Footer(): ReactElement {
  return (
    <footer className="mx-auto flex w-full max-w-5xl flex-wrap justify-center gap-x-5 gap-y-1 px-4 pb-6 text-center text-sm text-quiet">
      {pages.map(({ href, name }) => (
        <a key={href} href={href} className="hover:text-ink">
          {name}
        </a>
      ))}
    </footer>
  );
}
