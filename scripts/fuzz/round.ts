import { createAnswerCheck, type Received } from '#scripts/conformance/answer-check.ts';
import { createRouteFinder } from '#scripts/conformance/find-route.ts';
import type { OpenApi } from '#scripts/conformance/open-api.ts';
import { createKnownThings, type Names, variablesOf } from './known-things.ts';
import type { Caller } from './odd-parts.ts';
import { uploadPicture } from './picture.ts';
import type { PlannedRequest } from './planned-request.ts';
import { KNOWN_ID } from './schema-arbitrary.ts';
import { changesOf, createTableWatch, kindOf } from './table-watch.ts';
import type { createTally } from './tally.ts';
import { asCurl, createWire, type WireRequest } from './wire.ts';

/** A running stack and who calls it. */
export type Target = {
  readonly baseUrl: string;
  readonly receiverUrl: string;
  readonly dynamodbUrl: string;
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
  readonly keys: Readonly<Record<Caller, string>>;
  /** Ids that the fuzzer stands on. */
  readonly spared: ReadonlySet<string>;
};

const AT_ONCE = 4;
const REPEATS = 3;
/** A try at a password is counted whatever comes of it: otherwise nobody could be stopped from trying. */
const COUNTED = new Set(['POST /{slug}/unlock']);

/** Sends requests to every operation of one stack, and looks at every answer. */
export function createRound(document: OpenApi, target: Target, tally: ReturnType<typeof createTally>) {
  const wire = createWire(target.baseUrl);
  const tables = createTableWatch(target.dynamodbUrl);
  const faultsOf = createAnswerCheck(document);
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

  async function run(
    planned: PlannedRequest,
  ): Promise<{ received: Received; operation: string; curl: string }> {
    const [request, names] = toWire(planned);
    const curl = asCurl(target.baseUrl, request);
    const path = findRoute(request.method, request.target.split('?')[0] ?? '');
    const operation = path === undefined ? 'none' : `${request.method} ${path}`;
    const received = await wire.send(request).catch((error: unknown): Received => {
      tally.fault(`no answer ${operation}`, { what: `no answer: ${String(error)}`, curl });
      return { status: 0, headers: {}, text: undefined };
    });
    look(request, path, operation, received, curl);
    const body = bodyOf(received);
    tally.answer(operation, planned.kind, received.status, body?.['code']?.toString());
    if (path !== undefined && received.status < 300) {
      known.learn(path, names, body);
      await uploadPicture(body);
    }
    if (received.status === 404 || planned.method === 'DELETE') known.forget(planned.path, names);
    return { received, operation, curl };
  }

  function look(
    request: WireRequest,
    path: string | undefined,
    operation: string,
    received: Received,
    curl: string,
  ) {
    const { status, text } = received;
    if (status === 0) return;
    const shown = `${status} ${text?.slice(0, 300) ?? ''}`;
    if (status >= 500) tally.fault(`5xx ${operation}`, { what: shown, curl });
    const faults =
      path === undefined ? faultsOfNowhere(request, received) : faultsOf(path, request.method, received);
    if (faults.length > 0)
      tally.fault(`${operation} ${status} ${faults.join().slice(0, 90)}`, {
        what: `${faults.join('; ')}\n${shown}`,
        curl,
      });
  }

  /** Sends refusable requests one by one while nothing else happens; a refusal may leave no trace. */
  async function watch(planned: readonly PlannedRequest[]): Promise<void> {
    let before = await tables.quiet();
    for (const each of planned) {
      const { received, operation, curl } = await run(each);
      if (!before || received.status < 400 || COUNTED.has(operation)) {
        before = await tables.quiet();
        continue;
      }
      tally.watched.refusals += 1;
      const changed = changesOf(before, await tables.snapshot());
      if (changed.length === 0) continue;
      const traces = await tracesOf(each, changed);
      if (traces.length > 0)
        tally.fault(`trace ${operation}`, { what: `${received.status} changed ${traces.join(', ')}`, curl });
      before = await tables.quiet();
    }
  }

  /** Kinds of items that change whenever the request is sent, and not while nothing is: what happens of itself keeps no step. */
  async function tracesOf(planned: PlannedRequest, first: readonly string[]): Promise<readonly string[]> {
    let suspects = first.map(kindOf);
    for (let turn = 0; turn < REPEATS && suspects.length > 0; turn += 1) {
      const idle = await tables.quiet();
      if (!idle) return [];
      const before = await tables.snapshot();
      await run(planned);
      const after = changesOf(before, await tables.snapshot()).map(kindOf);
      const background = new Set(changesOf(idle, before).map(kindOf));
      suspects = suspects.filter((kind) => after.includes(kind) && !background.has(kind));
    }
    return suspects;
  }

  return {
    watch,
    async runAll(planned: readonly PlannedRequest[]): Promise<void> {
      const waiting = planned.values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const each of waiting) await run(each);
        }),
      );
    },
    close() {
      wire.close();
      tables.close();
    },
  };
}

/** Where there is no operation the answer is a problem document of 404 or 405, or leads to the page without the slash at the end. */
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
