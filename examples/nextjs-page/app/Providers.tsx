'use client';

import { PortageProvider } from '@portage/react';
import { createPortage } from '@portage/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

interface ProvidersProps {
  readonly baseUrl: string;
  readonly children: ReactNode;
}

/** Gives the hooks below it their service; each visitor has a cache of its own. */
export function Providers({ baseUrl, children }: ProvidersProps) {
  const [queryClient] = useState(() => new QueryClient());
  const [portage] = useState(() => createPortage({ baseUrl }));
  return (
    <QueryClientProvider client={queryClient}>
      <PortageProvider portage={portage}>{children}</PortageProvider>
    </QueryClientProvider>
  );
}
