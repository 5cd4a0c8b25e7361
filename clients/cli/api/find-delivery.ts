import { EXIT, CommandError } from '#cli/command/command-error.ts';
import { type Api, dataOf } from './connect.ts';

/** The option that names the endpoint of a delivery. */
export const ENDPOINT_OPTION = {
  type: 'text',
  summary: 'The endpoint of the delivery; without it, all endpoints are searched',
  value: 'id',
} as const;

/**
 * The endpoint of a delivery. The API reads a delivery only together with its endpoint, and a workspace has at most 25 endpoints.
 * @throws CommandError if no endpoint has the delivery
 */
export async function endpointOf(
  { client }: Api,
  delivery: string,
  endpoint: string | undefined,
): Promise<string> {
  if (endpoint !== undefined) return endpoint;
  const query = { limit: 100 };
  const { data } = dataOf(await client.GET('/api/v1/workspace-webhooks', { params: { query } }));
  for (const { id } of data) {
    const params = { path: { endpoint: id, delivery } };
    const result = await client.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', {
      params,
    });
    if (result.response.status === 404) continue;
    dataOf(result);
    return id;
  }
  throw new CommandError(EXIT.rejected, 'No endpoint has this delivery. "deliveries list" lists them.', {
    status: 404,
  });
}
