import {
  type Call,
  createClient,
  type Method,
  type PathWith,
  type RequestTo,
} from '#clients/typescript/client.ts';
import type { paths } from '#clients/typescript/schema.d.ts';
import { conformingFetch } from './conformance.ts';

/** An answer of the API with its body parsed. */
export type ApiAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests look into answers freely; wrong members fail their expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
};

export type ApiCall = {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

type BodyOf<Described> = Described extends { content: infer Content } ? Content[keyof Content] : undefined;

/** Every answer that openapi.json knows of an operation: the status tells the type of the body. */
type AnswerOf<Responses> = {
  [Status in keyof Responses & number]: {
    readonly status: Status;
    readonly headers: Headers;
    readonly body: BodyOf<Responses[Status]>;
  };
}[keyof Responses & number];

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never;

type TypedCall<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...request: RequestTo<Path, M>
) => Promise<AnswerOf<ResponsesOf<paths[Path][M]>>>;

/**
 * `api.POST('/path/{with}', request)` is the typed client: what openapi.json does not know does not compile. `api('POST', path)`
 * sends anything, for requests that no client should make.
 */
export type ApiClient = ((method: string, path: string, call?: ApiCall) => Promise<ApiAnswer>) & {
  readonly [M in Method as Uppercase<M>]: TypedCall<M>;
};

/**
 * A client of the API at a base address with a key it uses unless told otherwise; `key: null` sends none. An answer that
 * openapi.json does not know is an error.
 */
export function apiClient(baseUrl: string, defaultKey: string): ApiClient {
  const client = createClient({ baseUrl, apiKey: defaultKey, fetch: conformingFetch });
  const typed = {
    GET: typedCall(client.GET),
    HEAD: typedCall(client.HEAD),
    POST: typedCall(client.POST),
    PUT: typedCall(client.PUT),
    PATCH: typedCall(client.PATCH),
    DELETE: typedCall(client.DELETE),
  };
  return Object.assign(anyCall(baseUrl, defaultKey), typed);
}

function typedCall<M extends Method>(call: Call<M>): TypedCall<M> {
  return async (path, ...request) => {
    const { data, error, response } = await call(path, ...request);
    const { status, headers } = response;
    // What has come is one of the answers that openapi.json knows: the fetch has checked it.
    return { status, headers, body: data ?? error } as never;
  };
}

function anyCall(baseUrl: string, defaultKey: string) {
  return async (
    method: string,
    path: string,
    { key = defaultKey, body, headers = {} }: ApiCall = {},
  ): Promise<ApiAnswer> => {
    const response = await conformingFetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
}
