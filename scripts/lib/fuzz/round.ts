import { createRouteFinder } from '#scripts/lib/conformance/find-route.ts';
import type { OpenApi } from '#scripts/lib/conformance/open-api.ts';
import { createResponseCheck, type Received } from '#scripts/lib/conformance/response-check.ts';
import type { ChangeStream } from '#scripts/lib/stack/change-stream.ts';
import { createKnownThings, type Names, variablesOf } from './known-things.ts';
import type { Caller } from './odd-parts.ts';
import { uploadPicture } from './picture.ts';
import type { PlannedRequest } from './planned-request.ts';
import { KNOWN_ID } from './schema-arbitrary.ts';
import type { createTally } from './tally.ts';
import type { Target } from './target.ts';
import { createTraceFinder } from './traces.ts';
import { asCurl, type WireRequest } from './wire.ts';

/** Access to a stack: to send requests, and to observe the changes they cause. */
export type Ways = {
  readonly wire: { send(request: WireRequest): Promise<Received> };
  readonly changes: Pick<ChangeStream, 'next'>;
};

type RejectedRequest = { readonly operation: string; readonly shown: string; readonly curl: string };

/**
 * Sends requests to every operation of one stack, one at a time, and checks every response and the changes that every error
 * leaves.
 */
export function createRound(
  document: OpenApi,
  target: Target,
  { wire, changes }: Ways,
  tally: ReturnType<typeof createTally>,
) {
  const traces = createTraceFinder<RejectedRequest>();
  const faultsOf = createResponseCheck(document);
  const findRoute = createRouteFinder(document);
  const given = { slug: ['demo'], file: ['inter-5.3.0.woff2'] };
  const known = createKnownThings(document, given, target.spared);

  function toWire({ path, turn, oddName, ...request }: PlannedRequest): [WireRequest, Names] {
    const found = known.namesFor(path, turn);
    const asked = Object.fromEntries(
      variablesOf(path).map((name) => [name, oddName ?? found[name] ?? 'none'] as const),
    );
    const workspace = turn % 25 === 24 ? target.otherWorkspaceId : target.workspaceId;
    const filled = path.replaceAll(/\{(\w+)\+?\}/gu, (_, name: string) =>
      encodeURIComponent(name === 'workspace' ? workspace : (asked[name] ?? '').toWellFormed()),
    );
    const query = new URLSearchParams(present(request.query)).toString();
    let count = turn;
    const body =
      typeof request.body === 'string'
        ? request.body.replaceAll(KNOWN_ID, () => known.anyId((count += 1)))
        : request.body;
    const headers = { ...present(request.headers), ...credentials(request.caller) };
    return [
      { method: request.method, target: `${filled || '/'}${query && `?${query}`}`, headers, body },
      asked,
    ];
  }

  function credentials(caller: Caller): Record<string, string> {
    if (caller === 'nobody') return {};
    const authorization = `Bearer ${target.keys[caller]}`;
    return caller === 'two' ? { authorization, 'x-api-key': target.keys.wrong } : { authorization };
  }

  async function run(planned: PlannedRequest): Promise<void> {
    const [request, names] = toWire(planned);
    const curl = asCurl(target.baseUrl, request);
    const path = findRoute(request.method, request.target.split('?')[0] ?? '');
    const operation = path === undefined ? 'none' : `${request.method} ${path}`;
    const received = await wire.send(request).catch((error: unknown): Received => {
      tally.fault(`no response ${operation}`, { what: `no response: ${String(error)}`, curl });
      return { status: 0, headers: {}, text: undefined };
    });
    checkResponse(request, path, operation, received, curl);
    const body = bodyOf(received);
    tally.count(operation, planned.kind, received.status, body?.['code']?.toString());
    await checkTraces(operation, received, curl);
    if (path !== undefined && received.status < 300) {
      known.recordOutcome(path, names, body);
      await uploadPicture(body);
    }
    if (received.status === 404 || planned.method === 'DELETE') known.forget(planned.path, names);
  }

  /** Checks that neither this error response nor an earlier one has left a change. */
  async function checkTraces(operation: string, { status, headers, text }: Received, curl: string) {
    const rejection = status < 400 ? undefined : { operation, shown: shownAs(status, text), curl };
    if (rejection) traces.reject(headers['x-request-id'], rejection);
    for (const { rejection: by, kind, how } of traces.find(await changes.next(), rejection))
      tally.fault(`trace ${by.operation} ${kind}`, {
        what: `${kind} is ${how} by ${by.shown}`,
        curl: by.curl,
      });
  }

  function checkResponse(
    request: WireRequest,
    path: string | undefined,
    operation: string,
    received: Received,
    curl: string,
  ) {
    const { status, text } = received;
    if (status === 0) return;
    const shown = shownAs(status, text);
    if (status >= 500) tally.fault(`5xx ${operation}`, { what: shown, curl });
    const faults =
      path === undefined ? faultsOfNowhere(request, received) : faultsOf(path, request.method, received);
    if (faults.length > 0)
      tally.fault(`${operation} ${status} ${faults.join().slice(0, 90)}`, {
        what: `${faults.join('; ')}\n${shown}`,
        curl,
      });
  }

  return { run };
}

function shownAs(status: number, text: string | undefined): string {
  return `${status} ${text?.slice(0, 300) ?? ''}`;
}

/**
 * Outside of operations, the response must be a problem document with 404 or 405, or a redirect to the page without a
 * trailing slash.
 */
function faultsOfNowhere({ method }: WireRequest, received: Received): string[] {
  const { status, text, headers } = received;
  if (status === 308) return headers['location'] === undefined ? ['no Location'] : [];
  if (method === 'OPTIONS' && status === 204) return [];
  if (![400, 404, 405, 413].includes(status)) return [`status ${status} of no operation`];
  if (method === 'HEAD') return text === undefined ? [] : ['there is a body'];
  const code = bodyOf(received)?.['code'];
  return typeof code === 'string' ? [] : ['no problem document'];
}

function bodyOf({ headers, text }: Received): Record<string, unknown> | undefined {
  if (text === undefined || !/\bjson\b/u.test(headers['content-type'] ?? '')) return undefined;
  return Object(JSON.parse(text));
}

function present(headers: Readonly<Partial<Record<string, string>>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
