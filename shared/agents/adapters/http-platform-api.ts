import * as v from 'valibot';
import { namedTexts } from '#shared/agents/domain/named-texts.ts';
import {
  ApiProblemError,
  type CallInput,
  type CallResponse,
  InputError,
  type PlatformApi,
} from '#shared/agents/ports/platform-api.ts';
import type { ListedOperation, ListedOperations } from '#shared/platform/core/listed-operation.ts';

/** Sends a request; a redirect is an error. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

const NO_RESPONSE = {
  code: 'temporarily_unavailable',
  detail:
    'The API did not respond in time. The call may have been executed: read the resource before you repeat the call. With the same ' +
    '`confirm` or `idempotency_key`, it is executed once.',
};

/** The limit of Lambda for a result. */
const MAX_RESPONSE_BYTES = 6 * 1024 * 1024;

const currentKey = v.object({
  data: v.object({
    workspace: v.object({ id: v.string() }),
    key: v.object({ permissions: v.array(v.string()) }),
  }),
});

export type Caller = { readonly workspaceId: string; readonly permissions: readonly string[] };

export type HttpApiOptions = {
  readonly send: SendRequest;
  /** The origin of the API. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The request id of the client, so that the log lines of all requests have it. */
  readonly requestId: string;
  /** Ends all requests, before the function ends. */
  readonly deadline: AbortSignal;
};

/** Asks the API whose key this is. @throws ApiProblemError such as 401 for an unknown key · 503 for a response that is not of the API */
export async function readCaller(options: HttpApiOptions): Promise<Caller> {
  const { body } = await request(options, 'GET', '/api/v1/me');
  const read = v.safeParse(currentKey, body);
  if (!read.success) throw new ApiProblemError(503, NO_RESPONSE, { cause: new v.ValiError(read.issues) });
  const { workspace, key } = read.output.data;
  return { workspaceId: workspace.id, permissions: key.permissions };
}

/** Calls operations over HTTP with the key of the client, which the API checks for every request. */
export function createHttpPlatformApi(
  options: HttpApiOptions,
  { workspaceId, permissions }: Caller,
  { operations: listed, words }: ListedOperations,
): PlatformApi {
  const usable = listed.filter((operation) => mayCall(operation, permissions));
  const operations = new Map(usable.map((operation) => [operation.id, operation]));

  /** @throws InputError for an operation that the key may not call, or that has no such parameters */
  function prepare(id: string, input: CallInput) {
    const operation = operations.get(id);
    if (!operation) throw new InputError(`The key may not call the operation ${JSON.stringify(id)}.`);
    return { method: operation.method, path: pathOf(operation, input, workspaceId) };
  }

  return {
    operations,
    words: new Set(words),
    check: (id, input) => void prepare(id, input),
    async call(id, input = {}) {
      const { method, path } = prepare(id, input);
      const { ifMatch, idempotencyKey, body } = input;
      return request(options, method, path, {
        body,
        headers: {
          ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
          ...(method === 'POST' && idempotencyKey !== undefined ? { 'Idempotency-Key': idempotencyKey } : {}),
        },
      });
    },
  };
}

/**
 * Whether the key has the permissions that each request to the operation needs. Every key may revoke itself, but a key that may only read must not
 * change anything through a tool.
 */
function mayCall({ access, method }: ListedOperation, granted: readonly string[]): boolean {
  if (!access || access.permissions.length === 0) return method === 'GET';
  const isGranted = (permission: string) => granted.includes(permission);
  return access.rule === 'any-of' ? access.permissions.some(isGranted) : access.permissions.every(isGranted);
}

/** The path with its parameters and the query. No value can leave its place in the path. */
function pathOf(
  { id, path, parameters }: ListedOperation,
  { parameters: given = {} }: CallInput,
  workspace: string,
): string {
  const unknown = Object.keys(given).filter((name) => parameters.every((each) => each.name !== name));
  if (unknown.length > 0) {
    const known = parameters.map(({ name }) => name).join(', ') || 'none';
    throw new InputError(`${id} has no parameter ${namedTexts(unknown)}. Its parameters are: ${known}.`);
  }
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required } of parameters) {
    const value = Object.hasOwn(given, name) ? given[name] : name === 'workspace' ? workspace : undefined;
    if (value === undefined) {
      if (required) throw new InputError(`${id} needs the parameter ${name}.`);
      continue;
    }
    const text = textOf(name, value);
    if (place === 'query') query.set(name, text);
    else filled = filled.replace(`{${name}}`, () => segmentOf(name, text));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new InputError(`The parameter ${name} must be a string, a number or a boolean.`);
}

/** One part of a path. A part that is `.` or `..` would change the path even if it is encoded. */
function segmentOf(name: string, text: string): string {
  if (/^\.{0,2}$/u.test(text))
    throw new InputError(`The parameter ${name} cannot be ${JSON.stringify(text)}.`);
  return encodeURIComponent(text);
}

async function request(
  { send, baseUrl, apiKey, requestId, deadline }: HttpApiOptions,
  method: string,
  path: string,
  {
    body,
    headers = {},
  }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<CallResponse> {
  const sent = send(`${baseUrl}${path}`, {
    method,
    redirect: 'error',
    signal: deadline,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      ...headers,
      Accept: 'application/json, application/problem+json',
      'X-Request-Id': requestId,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  try {
    const response = await sent;
    return toCallResponse(response, await readText(response));
  } catch (error) {
    if (error instanceof ApiProblemError) throw error;
    throw new ApiProblemError(503, NO_RESPONSE, { cause: error });
  }
}

/** @throws Error for a body that is longer than a function can return */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error(`The response has more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function toCallResponse({ status, headers }: Response, text: string): CallResponse {
  const body = parse(text);
  if (status >= 400) {
    const problem = v.is(v.record(v.string(), v.unknown()), body) ? body : {};
    throw new ApiProblemError(status, problem, { retryAfter: headers.get('retry-after') ?? undefined });
  }
  const [, revision] = /^"(.*)"$/u.exec(headers.get('etag') ?? '') ?? [];
  return { status, body, ...(revision === undefined ? {} : { revision }) };
}

/** Some operations return CSV or nothing. */
function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
