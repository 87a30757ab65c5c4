import type { Portage } from '@portage/sdk';
import type { ReactElement, ReactNode } from 'react';
import { PortageContext } from './context.js';

/** Properties of {@link PortageProvider}. */
export interface PortageProviderProps {
  /** Actions of one service, as `createPortage` makes them. */
  readonly portage: Portage;
  readonly children?: ReactNode;
}

/**
 * Gives the hooks below it the Portage that they use. It stands inside a `QueryClientProvider`.
 * Nothing is global: two providers may serve two services.
 *
 * @example
 * ```tsx
 * const portage = createPortage({ baseUrl: 'http://127.0.0.1:4000' });
 * const queryClient = new QueryClient();
 *
 * const app = (
 *   <QueryClientProvider client={queryClient}>
 *     <PortageProvider portage={portage}>{children}</PortageProvider>
 *   </QueryClientProvider>
 * );
 * ```
 */
export function PortageProvider({ portage, children }: PortageProviderProps): ReactElement {
  return <PortageContext.Provider value={portage}>{children}</PortageContext.Provider>;
}
