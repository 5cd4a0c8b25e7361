import * as v from 'valibot';
import type { Permission } from '#shared/platform/core/permissions.ts';
import type { Running } from './running.ts';

const responseSchema = v.object({ secret: v.string() });

/** Creates an API key with exactly these permissions for the first admin of the demo workspace. */
export async function addKey(
  { baseUrl, apiKey }: Pick<Running, 'baseUrl' | 'apiKey'>,
  permissions: readonly Permission[],
): Promise<string> {
  const url = `${baseUrl}/api/v1/api-keys`;
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Narrow', permissions });
  const response = await fetch(url, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`POST ${url} returned ${response.status}: ${await response.text()}`);
  return v.parse(responseSchema, await response.json()).secret;
}
