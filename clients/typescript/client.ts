import createFetchClient, {
  type Client,
  type FetchResponse,
  type MaybeOptionalInit,
  type Middleware,
} from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that support a method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];

/** The arguments of a request: `[{ params, body }]`, or `[]` if the operation needs neither. */
export type RequestTo<Path extends PathWith<M>, M extends Method> =
  undefined extends MaybeOptionalInit<paths[Path], M>
    ? [request?: MaybeOptionalInit<paths[Path], M>]
    : [request: MaybeOptionalInit<paths[Path], M>];

export type Call<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...request: RequestTo<Path, M>
) => Promise<FetchResponse<NonNullable<paths[Path][M]>, object, `${string}/${string}`>>;

/** One function for each HTTP method. Unlike in openapi-fetch, a body with unknown fields does not compile. */
export type WorkspaceClient = { readonly [M in Method as Uppercase<M>]: Call<M> } & Pick<
  Client<paths>,
  'use' | 'eject'
>;

export type WorkspaceClientOptions = {
  /** Origin of the API: `https://api.example.com`, without a path. */
  readonly baseUrl: string;
  /** A workspace API key, `wsk_…`. Keep it on your server. */
  readonly apiKey: string;
  /** Generates the `Idempotency-Key` of a POST without one; a UUID by default. `false` sends none. */
  readonly idempotencyKey?: (() => string) | false;
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** All error codes. */
export type ProblemCode = components['schemas']['Problem']['code'];

/** A problem document (RFC 9457); `Code` narrows its error code. */
export type Problem<Code extends ProblemCode = ProblemCode> = components['schemas']['Problem'] & {
  readonly code: Code;
};

/** The error codes that an operation can return, taken from the type of its `error`. */
type CodeOf<E> = E extends { code: infer Code extends ProblemCode } ? Code : never;

/** Creates a client of the API, typed by the OpenAPI document. A success has `data`, an error response has `error`. */
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
  // The functions are the same; TypeScript cannot compare the stricter type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return client as WorkspaceClient;
}

/**
 * Whether `error` is a problem document and, if you pass codes, has one of them: `isProblem(error, 'slug_taken')`. A code that the
 * operation cannot return does not compile.
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
