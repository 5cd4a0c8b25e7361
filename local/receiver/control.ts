import * as v from 'valibot';
import type { PartResponse, PartRequest } from '#local/http-part.ts';
import { BEHAVIOURS, EVERYWHERE } from './behaviours.ts';
import { FIXTURE_TIME, signedFixtures } from './fixtures/signed-fixtures.ts';
import { fixtureResponse, jsonResponse } from './json-response.ts';
import { unnamed, type KnownSecrets } from './known-secrets.ts';
import type { RequestLog } from './request-log.ts';
import { viewRequest } from './request-view.ts';

type Parts = {
  readonly log: RequestLog;
  readonly secrets: KnownSecrets;
  readonly forgetAttempts: () => void;
  readonly now: () => number;
};

type Route = {
  readonly method: string;
  readonly pattern: RegExp;
  /** The path as shown in the guide. */
  readonly path: string;
  readonly description: string;
  readonly respond: (request: PartRequest, name: string, parts: Parts) => PartResponse;
};

const secretText = v.pipe(v.string(), v.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/));
const publicKeyText = v.pipe(v.string(), v.regex(/^whpk_[A-Za-z0-9+/]{43}=$/));
const secretBody = v.union([
  secretText,
  publicKeyText,
  v.pipe(
    v.object({ secret: secretText }),
    v.transform(({ secret }) => secret),
  ),
  v.pipe(
    v.object({ public_key: publicKeyText }),
    v.transform(({ public_key }) => public_key),
  ),
]);
const listQuery = v.strictObject({
  path: v.optional(v.string()),
  delivery: v.optional(v.string()),
  limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)), '100'),
});
const fixtureQuery = v.strictObject({
  now: v.optional(
    v.union([v.literal('live'), v.pipe(v.string(), v.regex(/^\d{9,11}$/), v.transform(Number))]),
  ),
});

/** Paths that never count as deliveries: a misdirected request may contain a secret and must not be listed. */
const OWN_PATHS = /^\/(?:requests|secrets|fixtures)(?:\/|$)/;

const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    pattern: /^\/$/,
    path: '/',
    description: 'This guide.',
    respond: () => jsonResponse(200, guide()),
  },
  {
    method: 'GET',
    pattern: /^\/requests$/,
    path: '/requests?path=/hooks&delivery=…&limit=100',
    description: 'Received requests, newest first: whether they verify, why not, and the response.',
    respond: ({ url }, _name, { log, secrets }) => {
      const query = v.safeParse(listQuery, Object.fromEntries(url.searchParams));
      if (!query.success) return jsonResponse(400, { error: 'use only path, delivery and limit (a number)' });
      const requests = log.list(query.output).map((each) => viewRequest(each, secrets));
      return jsonResponse(200, { requests, ...log.counts() });
    },
  },
  {
    method: 'DELETE',
    pattern: /^\/requests$/,
    path: '/requests',
    description: 'Deletes the received requests and the attempt counts.',
    respond: (_request, _name, { log, forgetAttempts }) => {
      log.clear();
      forgetAttempts();
      return { status: 204 };
    },
  },
  {
    method: 'GET',
    pattern: /^\/secrets$/,
    path: '/secrets',
    description: 'Names and last four characters of the known secrets and public keys.',
    respond: (_request, _name, { secrets }) => jsonResponse(200, { secrets: secrets.describe() }),
  },
  {
    method: 'PUT',
    pattern: /^\/secrets\/([a-z0-9][a-z0-9-]{0,39})$/,
    path: '/secrets/{name}',
    description:
      'Adds a secret, {"secret": "whsec_…"}, or a public key, {"public_key": "whpk_…"}. The body can also be only the secret or the public key.',
    respond: addSecret,
  },
  {
    method: 'DELETE',
    pattern: /^\/secrets\/([a-z0-9][a-z0-9-]{0,39})$/,
    path: '/secrets/{name}',
    description: 'Removes a secret, as your server does after a rotation.',
    respond: (_request, name, { secrets }) =>
      secrets.remove(name) ? { status: 204 } : jsonResponse(404, { error: `there is no secret ${name}` }),
  },
  {
    method: 'GET',
    pattern: /^\/fixtures(?:\/([a-z-]+))?$/,
    path: '/fixtures/{name}?now=live',
    description:
      'Signed fixtures to test a receiver offline, all or one; with now=live they are signed with the current time.',
    respond: ({ url }, name, { now }) => {
      const query = v.safeParse(fixtureQuery, Object.fromEntries(url.searchParams));
      if (!query.success)
        return jsonResponse(400, { error: 'now must be "live" or a Unix timestamp in seconds' });
      const at = query.output.now ?? FIXTURE_TIME;
      const fixtures = signedFixtures(at === 'live' ? Math.floor(now() / 1000) : at);
      if (name === '') return fixtureResponse({ fixtures });
      const fixture = fixtures.find((each) => each.name === name);
      if (fixture !== undefined) return fixtureResponse(fixture);
      return jsonResponse(404, {
        error: `there is no fixture ${name}`,
        fixtures: fixtures.map((each) => each.name),
      });
    },
  },
];

/** The guide that the receiver returns at its root URL. */
export function guide(): Readonly<Record<string, unknown>> {
  return {
    behaviours: Object.fromEntries(BEHAVIOURS.map(({ path, description }) => [path, description])),
    parameters_of_every_behaviour: EVERYWHERE,
    control: Object.fromEntries(
      ROUTES.map(({ method, path, description }) => [`${method} ${path}`, description]),
    ),
  };
}

/** Responds to a request to the receiver's own API; returns undefined for a delivery. */
export function control(request: PartRequest, parts: Parts): PartResponse | undefined {
  for (const { method, pattern, respond } of ROUTES) {
    const match = pattern.exec(request.url.pathname);
    if (match !== null && method === request.method) return respond(request, match[1] ?? '', parts);
  }
  return OWN_PATHS.test(request.url.pathname) ? reject(request) : undefined;
}

function reject({ method, url }: PartRequest): PartResponse {
  const allowed = ROUTES.filter(({ pattern }) => pattern.test(url.pathname)).map((route) => route.method);
  if (allowed.length === 0) return jsonResponse(404, { error: `there is no ${url.pathname}`, ...guide() });
  const { headers, ...rest } = jsonResponse(405, { error: `${method} is not allowed for ${url.pathname}` });
  return { ...rest, headers: { ...headers, allow: allowed.join(', ') } };
}

function addSecret({ body }: PartRequest, name: string, { secrets }: Parts): PartResponse {
  const parsed = v.safeParse(secretBody, parse(body.toString().trim()));
  // The error does not repeat the body, which may be a mistyped secret.
  if (!parsed.success)
    return jsonResponse(400, {
      error: 'send {"secret": "whsec_…"} or {"public_key": "whpk_…"}, or only the secret or the public key',
    });
  secrets.put(name || unnamed(parsed.output), parsed.output);
  return jsonResponse(200, { secrets: secrets.describe() });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
