import type { ReactElement } from 'react';
import { Notice } from '../../ui/Notice.js';
import { answerText } from './Deliveries.js';
import { useDeliveries } from './useWebhooks.js';

/** Properties of a {@link TestOutcome}. */
export interface TestOutcomeProps {
  readonly webhookId: string;
  readonly messageId: string;
}

/** Outcome of a test delivery. */
export function TestOutcome({ webhookId, messageId }: TestOutcomeProps): ReactElement {
  const { data } = useDeliveries(webhookId);
  const delivery = data?.pages
    .flatMap(({ deliveries }) => deliveries)
    .find((each) => each.messageId === messageId);
  if (delivery?.state === 'delivered')
    return (
      <Notice tone="good" title="The test was delivered.">
        {`Your server took it: ${answerText(delivery)}.`}
      </Notice>
    );
  if (delivery === undefined || delivery.attempts === 0)
    return (
      <Notice tone="info" title="The test is on its way.">
        A webhook that is paused or parked gets it once it is resumed.
      </Notice>
    );
  return (
    <Notice tone="bad" title="The test was not taken.">
      {`${answerText(delivery)}. Only an answer of 2xx within 10 seconds takes a delivery. Mend your server; it is sent again by itself.`}
    </Notice>
  );
}
