import type { Running } from '#scripts/lib/stack/running.ts';

/** Sends a request with the key of the stack to a path of its API. Returns the parsed body, if there is one. @throws Error if the response is an error */
export async function sendRequest(
  { baseUrl, apiKey }: Pick<Running, 'baseUrl' | 'apiKey'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
