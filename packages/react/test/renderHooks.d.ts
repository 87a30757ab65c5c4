import type { Portage } from '@portage/sdk';
import { type RenderHookResult } from '@testing-library/react';
/** Renders a hook below a provider of a Portage; nothing is kept between two of them. */
export declare function renderWith<Result, Props>(portage: Portage, hook: (props: Props) => Result, initialProps?: Props): RenderHookResult<Result, Props>;
//# sourceMappingURL=renderHooks.d.ts.map