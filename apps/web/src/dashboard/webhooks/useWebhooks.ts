import type { EndpointResponse } from '@portage/core/schemas';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { postApi, readApi } from '../readApi.js';
import { useSession } from '../session.js';

/** A webhook of the owner of the key. */
export type Webhook = EndpointResponse<'webhookList'>['webhooks'][number];
/** One page of deliveries, newest first. */
export type DeliveryPage = EndpointResponse<'webhookDeliveries'>;

/** Endpoint that changes a webhook. */
export type WebhookCallName =
  | 'webhookCreate'
  | 'webhookChange'
  | 'webhookDelete'
  | 'webhookRotate'
  | 'webhookTest'
  | 'webhookReplay';

/** Milliseconds between looks. A tab that is hidden does not look. */
const lookMs = 2_000;

/** Webhooks of the owner of the key. */
export function useWebhooks(): UseQueryResult<EndpointResponse<'webhookList'>> {
  const { secret, apiKey } = useSession();
  return useQuery({
    queryKey: ['webhooks', apiKey],
    queryFn: async ({ signal }) =>
      // The service holds its answers to the schemas of the table.
      (await readApi('/webhooks', secret, signal)) as EndpointResponse<'webhookList'>,
    refetchInterval: lookMs,
  });
}

/** Deliveries of a webhook, page by page. */
export function useDeliveries(
  webhookId: string,
): UseInfiniteQueryResult<{ readonly pages: readonly DeliveryPage[] }> {
  const { secret, apiKey } = useSession();
  return useInfiniteQuery({
    queryKey: ['webhooks', apiKey, webhookId],
    queryFn: async ({ signal, pageParam }) => {
      const next = pageParam === '' ? '' : `&continuation=${pageParam}`;
      const path = `/webhooks/${webhookId}/deliveries?limit=10${next}`;
      // As above.
      return (await readApi(path, secret, signal)) as DeliveryPage;
    },
    initialPageParam: '',
    getNextPageParam: ({ continuation }) => continuation,
    refetchInterval: lookMs,
    placeholderData: keepPreviousData,
  });
}

/** A call that changes a webhook, by its path behind `/webhooks` and its body. */
export interface WebhookCall {
  readonly path: string;
  readonly body?: object;
}

/** Calls an endpoint that changes a webhook, and looks at all of them again. */
export function useWebhookCall<Name extends WebhookCallName>(
  onAnswer: (answer: EndpointResponse<Name>) => void = () => undefined,
): UseMutationResult<EndpointResponse<Name>, Error, WebhookCall> {
  const { secret, apiKey } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ path, body = {} }: WebhookCall) =>
      // As above.
      (await postApi(`/webhooks${path}`, secret, body)) as EndpointResponse<Name>,
    onSuccess: onAnswer,
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks', apiKey] }),
    // Answers may hold a secret, which is kept nowhere.
    gcTime: 0,
  });
}
