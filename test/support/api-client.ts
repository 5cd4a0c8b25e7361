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

export type ApiClient = (method: string, path: string, call?: ApiCall) => Promise<ApiAnswer>;

/**
 * A client of the API at a base address with a key it uses unless told otherwise; `key: null` sends none. An answer that
 * openapi.json does not know is an error.
 */
export function apiClient(baseUrl: string, defaultKey: string): ApiClient {
  return async (method, path, { key = defaultKey, body, headers = {} } = {}) => {
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
