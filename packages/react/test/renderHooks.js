import { jsx as _jsx } from "react/jsx-runtime";
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, renderHook } from '@testing-library/react';
import { PortageProvider } from '../src/PortageProvider.js';
// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
/** Renders a hook below a provider of a Portage; nothing is kept between two of them. */
export function renderWith(portage, hook, initialProps) {
    const queryClient = new QueryClient();
    const wrapper = ({ children }) => (_jsx(QueryClientProvider, { client: queryClient, children: _jsx(PortageProvider, { portage: portage, children: children }) }));
    return renderHook(hook, {
        wrapper,
        ...(initialProps === undefined ? {} : { initialProps: initialProps }),
    });
}
//# sourceMappingURL=renderHooks.js.map