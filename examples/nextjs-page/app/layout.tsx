import type { ReactNode } from 'react';
import './page.css';

export const metadata = { title: 'Chains and a price' };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
