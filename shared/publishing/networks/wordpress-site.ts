import * as v from 'valibot';
import type { HttpClient } from '#shared/platform/network/http-client.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Credentials } from '#shared/publishing/domain/account.ts';
import { createNetworkClient } from './network-call.ts';
import type { NetworkCall, NetworkClient, NetworkDialect } from './network-call.ts';
import { errorSchema } from './wordpress-schemas.ts';
import { jsonInText } from './wrapped-json.ts';

/** Error codes of a 403 after which only another user or another role helps. Plugins have their own codes. */
const UNAUTHORISED: ReadonlySet<string> = new Set([
  'rest_forbidden',
  'rest_forbidden_context',
  'rest_forbidden_status',
  'rest_cannot_create',
  'rest_cannot_edit',
  'rest_cannot_publish',
  'rest_cannot_delete',
]);

const dialect: NetworkDialect = {
  readError(status, body) {
    const parsed = v.safeParse(errorSchema, body);
    if (!parsed.success) return { text: '', unauthorised: status === 401 };
    const { code, message, data } = parsed.output;
    // WordPress takes a request with a wrong password for that of a visitor, who may not see drafts.
    const forbidden = Object.values(data.details).find((detail) => detail.code === 'rest_forbidden_status');
    if (status === 400 && forbidden !== undefined)
      return { text: `${forbidden.code}: ${forbidden.message}`, unauthorised: true };
    // A firewall in front of a site also returns 403, with a page instead of a JSON error.
    const unauthorised = status === 401 || (status === 403 && UNAUTHORISED.has(code));
    return { text: message === '' ? code : `${code}: ${message}`, unauthorised };
  },
  // WordPress has no rate limit of its own. Hosts and plugins send Retry-After.
  readReset: () => null,
  readBody: jsonInText,
};

/** A site for one attempt. */
export type Site = {
  readonly network: NetworkClient;
  /** A request to a path of `/wp-json/wp/v2`. */
  read(path: string, query?: Readonly<Record<string, string>>): NetworkCall;
  write(path: string, input: unknown): NetworkCall;
  upload(
    path: string,
    file: {
      readonly slug: string;
      readonly title: string | undefined;
      readonly name: string;
      readonly mimeType: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly deadlineMs: number;
    },
  ): NetworkCall;
  remove(path: string): NetworkCall;
};

/** Starts an attempt at the site of the credentials. */
export function openSite(
  dependencies: { readonly http: HttpClient; readonly clock: Clock },
  credentials: Credentials,
): Site {
  if (credentials.provider !== 'wordpress') throw new TypeError(`credentials of ${credentials.provider}`);
  const { siteUrl, username, applicationPassword } = credentials;
  const basic = Buffer.from(`${username}:${applicationPassword}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, accept: 'application/json' };
  const secrets = [applicationPassword, applicationPassword.replaceAll(/\s/gu, ''), basic];
  // Pass an invalid URL on unchanged: the address guard reports what is wrong with it.
  const url = (path: string, query: Readonly<Record<string, string>> = {}): string => {
    const search = new URLSearchParams(query).toString();
    return `${siteUrl}/wp-json/wp/v2${path}${search === '' ? '' : `?${search}`}`;
  };
  return {
    network: createNetworkClient(dependencies, dialect, secrets),
    read: (path, query) => ({ method: 'GET', url: url(path, query), headers }),
    write: (path, input) => ({
      method: 'POST',
      url: url(path),
      headers: { ...headers, 'content-type': 'application/json' },
      body: [new TextEncoder().encode(JSON.stringify(input))],
    }),
    upload: (path, { slug, title, name, mimeType, bytes, deadlineMs }) => ({
      method: 'POST',
      url: url(path, { slug, ...(title === undefined ? {} : { title }) }),
      headers: {
        ...headers,
        'content-type': mimeType,
        'content-disposition': `attachment; filename="${name}"`,
      },
      body: [bytes],
      deadlineMs,
    }),
    remove: (path) => ({ method: 'DELETE', url: url(path), headers }),
  };
}
