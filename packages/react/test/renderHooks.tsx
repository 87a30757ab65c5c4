import type { Portage } from '@portage/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, renderHook, type RenderHookResult } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { PortageProvider } from '../src/PortageProvider.js';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

/** Renders a hook below a provider of a Portage; nothing is kept between two of them. */
export function renderWith<Result, Props>(
  portage: Portage,
  hook: (props: Props) => Result,
  initialProps?: Props,
): RenderHookResult<Result, Props> {
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactElement => (
    <QueryClientProvider client={queryClient}>
      <PortageProvider portage={portage}>{children}</PortageProvider>
    </QueryClientProvider>
  );
  return renderHook<Result, Props>(hook, {
    wrapper,
    ...(initialProps === undefined ? {} : { initialProps: initialProps as Props }),
  });
}
