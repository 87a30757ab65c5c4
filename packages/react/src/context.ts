import type { Portage } from '@portage/sdk';
import { createContext } from 'react';

/** Context of the Portage of a tree; undefined outside a provider. */
export const PortageContext = createContext<Portage | undefined>(undefined);
