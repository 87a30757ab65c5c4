import type { Portage } from '@portage/sdk';
import { createContext, type Context } from 'react';

/** Context of the Portage of a tree; undefined outside a provider. */
export const PortageContext: Context<Portage | undefined> = createContext<Portage | undefined>(
  undefined,
);
