import { useChains } from '@portage/react';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { Button } from '../ui/Button.js';
import { Notice } from '../ui/Notice.js';
import { useIsLate } from './useIsLate.js';

/** Milliseconds between two questions to a service that does not answer. */
const againMs = 3_000;

const isUnknown = ({ state }: Query): boolean => state.data === undefined;

/**
 * Says that the service is away, where its chains are not known yet, and asks it again by itself
 * until they are.
 */
export function ServiceNotice(): ReactElement | null {
  const queries = useQueryClient();
  const { data, error, isFetching } = useChains();
  const isAway = useIsLate(data === undefined);
  const again = async (): Promise<void> => {
    // What hangs is let go, so that it is asked anew.
    await queries.cancelQueries({ predicate: isUnknown });
    await queries.refetchQueries({ type: 'active', predicate: isUnknown });
  };
  useEffect(() => {
    if (error === null || isFetching) return undefined;
    const timer = setTimeout(() => void again(), againMs);
    return () => clearTimeout(timer);
    // What is asked again is the same at each drawing.
  }, [error, isFetching]);
  if (data !== undefined || (!isAway && error === null)) return null;
  return (
    <div className="mx-auto mb-3 max-w-[29rem]">
      <Notice tone="warn" title="The service is not answering.">
        <p>This page asks again every few seconds. A swap that you have paid goes on without it.</p>
        <Button tone="plain" className="mt-2" onClick={() => void again()}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}
