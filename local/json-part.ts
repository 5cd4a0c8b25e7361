import type { PartResponse } from './http-part.ts';

/** A response in the JSON that the clients of AWS services parse. */
export function jsonPart(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): PartResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
