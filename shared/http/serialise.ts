import * as v from 'valibot';
import type { SerialisedAnswer } from './answer-memory.ts';
import type { HttpResult } from './exchange.ts';
import type { Answer } from './handler.ts';
import type { Operation } from './operation.ts';

/** An answer through its schema: what the schema does not name never leaves, what it demands is there. */
export function serialise(operation: Operation, { status, body, headers = {} }: Answer): SerialisedAnswer {
  const schema = operation.answers[status];
  if (schema === undefined) throw new Error(`${operation.name} declares no answer ${status}`);
  if (schema === null) return { status, headers, body: {} };
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return { status, headers, body: parsed.output as Record<string, unknown> };
  const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '').join(', ');
  throw new Error(`${operation.name} answers ${status} outside its schema at ${paths}`);
}

/** The answer as API Gateway wants it. */
export function toResult({ status, headers, body }: SerialisedAnswer): HttpResult {
  if (status === 204) return { statusCode: status, headers: { ...headers } };
  return {
    statusCode: status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
