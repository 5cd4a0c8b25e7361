import { createMcpHandler } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import {
  type Caller,
  createHttpPlatformApi,
  readCaller,
  type SendRequest,
} from '#shared/agents/adapters/http-platform-api.ts';
import * as agentsErrors from '#shared/agents/errors.ts';
import { ApiProblemError } from '#shared/agents/ports/platform-api.ts';
import { createConfirmations } from '#shared/agents/use-cases/confirmation.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { listedOperations, type ListedOperations } from '#shared/platform/core/listed-operation.ts';
import { readCredential } from '#shared/platform/http/authorize.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { requireMediaType } from '#shared/platform/http/request-checks.ts';
import type { DeployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { LISTED_OPERATIONS_FILE } from '#shared/platform/runtime/derived-files.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { createAgentServer } from './agent-server.ts';
import { corrected, errorResponse, JsonRpcError, readMessage } from './json-rpc.ts';
import { operation } from './operation.ts';

const TOOL_FAILED = { code: 'AGENT_TOOL_FAILED', message: 'A tool of the MCP server failed' };

/** The time for all requests of a tool, in milliseconds: the function has 25 seconds. */
const DEADLINE_MS = 23_000;

/** Headers that the protocol defines. Only they are passed to the SDK. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/**
 * Serves the Model Context Protocol. The function has no grants: it calls the API with the key of the request, so that permissions, limits and
 * the audit log are those of the API.
 */
export function createHandler({
  files,
  send,
  newNonce,
  newIdempotencyKey,
  log,
}: {
  readonly files: Pick<DeployedFiles, 'read'>;
  readonly send: SendRequest;
  readonly newNonce: () => string;
  readonly newIdempotencyKey: () => string;
  readonly log: Log;
}): OperationHandler<typeof operation> {
  let loaded: Promise<ListedOperations> | undefined;

  function load(): Promise<ListedOperations> {
    loaded ??= files
      .read(LISTED_OPERATIONS_FILE)
      .then((text) => v.parse(listedOperations, JSON.parse(text.toString())));
    // A file that could not be read is read again on the next request.
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  }

  return {
    async handle({ event, baseUrl, hosts, requestId, now }) {
      if (event.requestContext.http.method !== 'POST')
        throw new PlatformError('method_not_allowed', 'The MCP server has no streams. Use POST.', {
          allowed_methods: ['POST'],
          headers: { Allow: 'POST' },
        });
      rejectForeignOrigin(event.headers['origin'], baseUrl);
      const credential = readCredential(event);
      if (credential.kind === 'other')
        throw new PlatformError(
          'authentication_required',
          'The credential is not a workspace API key. Send "Authorization: Bearer wsk_…".',
        );
      const apiKey = credential.text;
      const deadline = AbortSignal.timeout(DEADLINE_MS);
      // Never the host of the request: the request of an MCP client must not choose where the key is sent.
      const connection = { send, baseUrl: hosts.apiOrigin, apiKey, requestId, deadline };
      const [listed, caller] = await Promise.all([load(), identify(() => readCaller(connection))]);
      requireMediaType(operation, event);
      const read = readMessage(event);
      if (read instanceof JsonRpcError) return errorResponse(read);
      // The server keeps no state that a notification could change.
      if (read.kind === 'unanswered') return { status: 202 };
      const services = {
        api: createHttpPlatformApi(connection, caller, listed),
        confirmations: createConfirmations(apiKey, now),
        newNonce,
        newIdempotencyKey,
        onFailure: (error: unknown) => log.error(TOOL_FAILED, describeError(error)),
      };
      const mcp = createMcpHandler(
        () => createAgentServer(services),
        // A function cannot keep a stream open, and the list of tools does not change while it runs.
        { maxSubscriptions: 0 },
      );
      const headers = PROTOCOL_HEADERS.flatMap((name) => {
        const value = event.headers[name];
        return value === undefined ? [] : [[name, value] as const];
      });
      // The SDK requires both types, although each response here is JSON.
      if (acceptsJson(event.headers['accept'])) headers.push(['accept', BOTH_TYPES]);
      const request = new Request(`${baseUrl}${event.rawPath}`, {
        method: 'POST',
        headers: Object.fromEntries(headers),
        body: JSON.stringify(read.message),
      });
      const { status, text } = await jsonOf(await mcp.fetch(request, { parsedBody: read.message }));
      return corrected(read, status, JSON.parse(text));
    },
  };
}

const BOTH_TYPES = 'application/json, text/event-stream';

function acceptsJson(accept = '*/*'): boolean {
  return /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))/iu.test(accept);
}

/** A web page of another origin must not reach the server with the help of a browser. The operation is served on hosts of the API only. */
function rejectForeignOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined || origin === baseUrl) return;
  throw new PlatformError(agentsErrors.origin_not_allowed, `The header Origin must be absent or ${baseUrl}.`);
}

/** @throws PlatformError `api_key_invalid` for 401 · `rate_limited` for 429 · `temporarily_unavailable` for every other error */
async function identify(read: () => Promise<Caller>): Promise<Caller> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiProblemError)) throw error;
    const { status, problem, retryAfter = '5' } = error;
    if (status === 401) throw new PlatformError('api_key_invalid', String(problem['detail']));
    if (status === 429)
      throw new PlatformError('rate_limited', 'The API key has sent too many requests. Wait and retry.', {
        headers: { 'Retry-After': retryAfter },
      });
    throw new PlatformError(
      'temporarily_unavailable',
      'The API is not available. Send the request again after the time in Retry-After.',
    );
  }
}

/** The SDK answers clients of 2025 with one server-sent event. Its data is sent as JSON. */
async function jsonOf(response: Response): Promise<{ readonly status: number; readonly text: string }> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  // Not by a regular expression, whose lines also end at U+2028.
  const data = isStream ? text.split('\n').find((line) => line.startsWith('data: ')) : undefined;
  return { status: response.status, text: data?.slice('data: '.length) ?? text };
}
