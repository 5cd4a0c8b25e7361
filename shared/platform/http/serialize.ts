import * as v from 'valibot';
import type { HandlerResponse } from './handler.ts';
import type { Operation } from './operation.ts';
import type { HttpResult } from './request-context.ts';

/** A response that is ready to send: a JSON object, a string of another media type, or no body. */
export type SerializedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | string | null;
  readonly isBase64?: boolean;
  readonly cookies?: readonly string[];
};

/**
 * Validates a response by the schema that the operation declares for its status. Fields outside the schema are removed.
 * @throws Error if the response violates the schema
 */
export function serialize(
  operation: Operation,
  { status, body, headers = {}, ...transport }: HandlerResponse,
): SerializedResponse {
  const schema = operation.responses[status];
  if (schema === undefined) throw new Error(`${operation.name} declares no response ${status}`);
  if (schema === null) return { ...transport, status, headers, body: null };
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) {
    const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '').join(', ');
    throw new Error(`${operation.name} returned a ${status} response that violates its schema at ${paths}`);
  }
  // Schemas of responses are objects; those of other media types are strings.
  return { ...transport, status, headers, body: parsed.output as Record<string, unknown> | string };
}

/** The response in the format of API Gateway, for first responses and replays. */
export function toResult({ status, headers, body, isBase64, cookies }: SerializedResponse): HttpResult {
  const transport = {
    ...(isBase64 === true ? { isBase64Encoded: true } : {}),
    ...(cookies === undefined ? {} : { cookies: [...cookies] }),
  };
  if (body === null) return { ...transport, statusCode: status, headers: { ...headers } };
  if (typeof body === 'string') return { ...transport, statusCode: status, headers: { ...headers }, body };
  return {
    ...transport,
    statusCode: status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
