import type { ReactElement } from 'react';
import { dateTime, shortText } from '../../format/short.js';
import { Button } from '../../ui/Button.js';
import { Loaded } from '../Panel.js';
import { Table } from '../Table.js';
import { useDeliveries, type DeliveryPage } from './useWebhooks.js';

const states = { pending: 'Waits', delivered: 'Delivered', parked: 'Given up' } as const;

type Delivery = DeliveryPage['deliveries'][number];

/** Answer of a receiver to the newest attempt, in words. */
export function answerText({ statusCode, fault, attempts }: Delivery): string {
  if (statusCode !== null) return `HTTP ${String(statusCode)}`;
  if (fault !== null) return fault;
  return attempts === 0 ? 'not tried yet' : 'no answer';
}

/** Properties of {@link Deliveries}. */
export interface DeliveriesProps {
  readonly webhookId: string;
}

/** Deliveries of a webhook with what came of their newest attempts, newest first. */
export function Deliveries({ webhookId }: DeliveriesProps): ReactElement {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries(webhookId);
  return (
    <Loaded data={data} error={error}>
      {({ pages }) => (
        <>
          <Table
            label="Deliveries"
            columns={['Created', 'Event', 'State', 'Attempts', 'Answer', 'Request']}
            numbers={['Attempts']}
            rows={pages
              .flatMap(({ deliveries }) => deliveries)
              .map((delivery) => [
                dateTime(delivery.createdAt),
                delivery.event,
                states[delivery.state],
                delivery.attempts,
                answerText(delivery),
                delivery.requestId === null ? '–' : shortText(delivery.requestId),
              ])}
            empty="Nothing was sent yet."
          />
          {hasNextPage ? (
            <Button
              tone="soft"
              className="justify-self-center"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {isFetchingNextPage ? 'Loading…' : 'Older deliveries'}
            </Button>
          ) : undefined}
        </>
      )}
    </Loaded>
  );
}
