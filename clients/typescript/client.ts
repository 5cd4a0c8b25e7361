import createFetchClient, {
  type Client,
  type FetchResponse,
  type MaybeOptionalInit,
  type Middleware,
} from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];

/** What an operation is asked with: `[{ params, body }]`, or `[]` where it needs neither. */
export type RequestTo<Path extends PathWith<M>, M extends Method> =
  undefined extends MaybeOptionalInit<paths[Path], M>
    ? [request?: MaybeOptionalInit<paths[Path], M>]
    : [request: MaybeOptionalInit<paths[Path], M>];

export type Call<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...request: RequestTo<Path, M>
) => Promise<FetchResponse<NonNullable<paths[Path][M]>, object, `${string}/${string}`>>;

/** A method for each of HTTP. Unlike those of openapi-fetch, they do not compile with members of a body that do not exist. */
export type WorkspaceClient = { readonly [M in Method as Uppercase<M>]: Call<M> } & Pick<
  Client<paths>,
  'use' | 'eject'
>;

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
  // The same functions, under a type that is stricter than TypeScript can compare.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return client as WorkspaceClient;
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
