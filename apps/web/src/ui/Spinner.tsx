import { LoaderCircle } from 'lucide-react';
import type { ReactElement } from 'react';

/** Properties of a {@link Spinner}. */
export interface SpinnerProps {
  readonly size?: number;
}

/** Something is on its way. */
export function Spinner({ size = 18 }: SpinnerProps): ReactElement {
  return <LoaderCircle size={size} aria-hidden className="animate-spin" />;
}
