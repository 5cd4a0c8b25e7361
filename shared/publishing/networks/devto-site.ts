import * as v from 'valibot';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { errorSchema } from './devto-schemas.ts';
import { createNetworkClient } from './network-call.ts';
import type { NetworkCall, NetworkClient, NetworkDialect } from './network-call.ts';

const dialect: NetworkDialect = {
  readError(status, body) {
    const parsed = v.safeParse(errorSchema, body);
    return {
      text: parsed.success ? parsed.output.error : '',
      // A firewall in front of the service also returns 403, with a page instead of a JSON error.
      unauthorised: status === 401 || (status === 403 && parsed.success),
    };
  },
  // Forem sends only Retry-After.
  readReset: () => null,
};

/** The API of a Forem community for one attempt. */
export type DevtoSite = {
  readonly network: NetworkClient;
  /** A request to a path of `/api`. */
  read(path: string, query?: Readonly<Record<string, string>>): NetworkCall;
  write(method: 'POST' | 'PUT', path: string, input: unknown): NetworkCall;
};

/** Starts an attempt at the service of the credentials. */
export function openDevto(
  dependencies: { readonly http: HttpClient; readonly clock: Clock },
  credentials: Credentials,
): DevtoSite {
  if (credentials.provider !== 'devto') throw new TypeError(`credentials of ${credentials.provider}`);
  const { apiKey, service } = credentials;
  const headers = { 'api-key': apiKey, accept: 'application/vnd.forem.api-v1+json' };
  // Pass an invalid URL on unchanged: the address guard reports what is wrong with it.
  const url = (path: string): string => URL.parse(`/api${path}`, service)?.href ?? service;
  return {
    network: createNetworkClient(dependencies, dialect, [apiKey]),
    read: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return { method: 'GET', url: `${url(path)}${search === '' ? '' : `?${search}`}`, headers };
    },
    write: (method, path, input) => ({
      method,
      url: url(path),
      headers: { ...headers, 'content-type': 'application/json' },
      body: [new TextEncoder().encode(JSON.stringify(input))],
    }),
  };
}
