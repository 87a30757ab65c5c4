import type { EndpointInput, EndpointResponse } from '@portage/core/schemas';

/** One request of `GET /requests/v3`. */
export type RequestV3 = EndpointResponse<'modelRequestsV3'>['requests'][number];

/** Query of `GET /requests/v3`, as it is read. */
export type RequestsV3Query = EndpointInput<'modelRequestsV3', 'query'>;
