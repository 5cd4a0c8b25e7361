import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type WorkspaceClient = Client<paths>;

export type WorkspaceClientOptions = {
  /** Where the API is: `https://api.example.com`, without a path. */
  readonly baseUrl: string;
  /** A workspace API key, `wsk_…`: a secret of your server. */
  readonly apiKey: string;
  /** What makes the `Idempotency-Key` of a POST that brings none; false sends none. A UUID unless told otherwise. */
  readonly idempotencyKey?: (() => string) | false;
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** Every code that a refusal can have. */
export type ProblemCode = components['schemas']['Problem']['code'];

/** A refusal (RFC 9457), with its code known if you have asked for it. */
export type Problem<Code extends ProblemCode = ProblemCode> = components['schemas']['Problem'] & {
  readonly code: Code;
};

/** The codes that an operation can answer, read off the type of its `error`. */
type CodeOf<E> = E extends { code: infer Code extends ProblemCode } ? Code : never;

/** A client of the API, typed by its OpenAPI document. `data` is there on success, `error` on a refusal. */
export function createClient({
  baseUrl,
  apiKey,
  idempotencyKey = () => crypto.randomUUID(),
  fetch,
}: WorkspaceClientOptions): WorkspaceClient {
  const client = createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    ...(fetch ? { fetch } : {}),
  });
  if (idempotencyKey) client.use(withIdempotencyKey(idempotencyKey));
  return client;
}

/**
 * Whether a request was refused, and with one of these codes if there are any: `isProblem(error, 'slug_taken')`. A code that the
 * operation cannot answer does not compile.
 */
export function isProblem<E, const Code extends CodeOf<E>>(
  error: E,
  ...codes: readonly Code[]
): error is Extract<E, { code: string }> & Problem<Code> {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('request_id' in error))
    return false;
  return codes.length === 0 || codes.some((code) => code === error.code);
}

function withIdempotencyKey(makeKey: () => string): Middleware {
  return {
    onRequest({ request }) {
      if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
        request.headers.set('Idempotency-Key', makeKey());
    },
  };
}
