import type { FacadeCall, FacadeQuestion } from '@portage/core/plugin';
import { endpoints, type EndpointName, type EndpointResponse } from '@portage/core/schemas';

/**
 * Answer of an endpoint of the service, checked against the table.
 *
 * @throws PortageError as the service answers
 */
export async function askService<Name extends EndpointName>(
  call: FacadeCall,
  endpoint: Name,
  question: FacadeQuestion = {},
): Promise<EndpointResponse<Name>> {
  const { response } = endpoints[endpoint];
  const parsed = response.safeParse(await call.ask(endpoint, question));
  // A wrong answer is a fault of ours, and not one of the caller's request.
  if (!parsed.success)
    throw new Error(`Assertion failed: ${endpoint} answers otherwise`, { cause: parsed.error });
  // The schema is the one by which the type of the answer is made.
  return parsed.data as EndpointResponse<Name>;
}
