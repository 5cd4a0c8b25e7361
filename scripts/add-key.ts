import * as v from 'valibot';
import type { Permission } from '#shared/platform/identity/permissions.ts';
import type { Running } from './running.ts';

const answerSchema = v.object({ secret: v.string() });

/** Gives the demo workspace another key of its first admin with just these permissions. */
export async function addKey(
  { baseUrl, apiKey }: Pick<Running, 'baseUrl' | 'apiKey'>,
  permissions: readonly Permission[],
): Promise<string> {
  const url = `${baseUrl}/api/v1/api-keys`;
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Narrow', permissions });
  const response = await fetch(url, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${await response.text()}`);
  return v.parse(answerSchema, await response.json()).secret;
}
