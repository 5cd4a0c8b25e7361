import * as v from 'valibot';
import type { HandlerResponse } from './handler.ts';
import type { Operation } from './operation.ts';
import type { HttpResult } from './request-context.ts';

/** An answer ready to leave: a JSON object, a text of the handler's own media type, or nothing. */
export type SerializedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | string | null;
  readonly isBase64?: boolean;
  readonly cookies?: readonly string[];
};

/** An answer through its schema: what the schema does not name never leaves, what it demands is there. */
export function serialize(
  operation: Operation,
  { status, body, headers = {}, ...transport }: HandlerResponse,
): SerializedResponse {
  const schema = operation.responses[status];
  if (schema === undefined) throw new Error(`${operation.name} declares no answer ${status}`);
  if (schema === null) return { ...transport, status, headers, body: null };
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) {
    const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '').join(', ');
    throw new Error(`${operation.name} answers ${status} outside its schema at ${paths}`);
  }
  // Schemas of answers are objects, or strings for what is not JSON.
  return { ...transport, status, headers, body: parsed.output as Record<string, unknown> | string };
}

/** The answer as API Gateway wants it, for the first time or again. */
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
