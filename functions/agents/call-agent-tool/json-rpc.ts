import * as v from 'valibot';
import { faultOf } from '#shared/agents/domain/value-fault.ts';
import type { HandlerResponse, HttpEvent } from '#shared/platform/http/operation.ts';
import { readText } from '#shared/platform/http/read-request.ts';

/** Error codes of JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

type Id = string | number | null;
type Members = Readonly<Record<string, unknown>>;

/** A message of the protocol. A notification and a response get no response. */
type JsonRpcMessage =
  | {
      readonly kind: 'request';
      readonly id: string | number;
      readonly method: string;
      readonly message: Members;
    }
  | { readonly kind: 'unanswered' };

/** A message that the protocol does not allow. */
export class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError';
  readonly code: number;
  /** The ID of the request, or null if it is unknown. */
  readonly id: Id;

  constructor(code: number, message: string, id: Id = null) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

/**
 * Reads the message of a request (docs/specification/agents.md#messages), or says why it is none. Members of `params` that are null are absent: many
 * clients send null for a value that they do not have.
 */
export function readMessage(event: HttpEvent): JsonRpcMessage | JsonRpcError {
  try {
    return messageOf(event);
  } catch (error) {
    if (error instanceof JsonRpcError) return error;
    throw error;
  }
}

/** @throws JsonRpcError */
function messageOf(event: HttpEvent): JsonRpcMessage {
  const value = parse(event);
  if (Array.isArray(value))
    throw new JsonRpcError(INVALID_REQUEST, 'A batch is not supported. Send one message in each request.');
  if (!isMembers(value)) throw new JsonRpcError(INVALID_REQUEST, 'A message is a JSON object.');
  const { jsonrpc, id, method, params } = value;
  const known = idOf(id);
  const isAnswered = Object.hasOwn(value, 'id');
  const isResponse = method === undefined && (value['result'] ?? value['error']) !== undefined;
  // A notification has no response, whatever is wrong with it.
  if (isResponse || (!isAnswered && typeof method === 'string')) return { kind: 'unanswered' };
  if (jsonrpc !== '2.0') throw new JsonRpcError(INVALID_REQUEST, 'The member jsonrpc must be "2.0".', known);
  if (known === null || !isOfProtocol(known))
    throw new JsonRpcError(INVALID_REQUEST, 'The member id must be a string or an integer.', known);
  if (typeof method !== 'string')
    throw new JsonRpcError(
      INVALID_REQUEST,
      'The member method must be a string, such as "tools/list".',
      known,
    );
  const invalid = (sentence: string) =>
    new JsonRpcError(INVALID_PARAMS, `Invalid params: ${sentence}`, known);
  if (params !== undefined && params !== null && !isMembers(params))
    throw invalid('params must be an object.');
  const fault = faultOf([method, params]);
  if (fault !== undefined) throw invalid(fault);
  const { params: _, ...rest } = value;
  const message = isMembers(params) ? { ...rest, params: withoutNulls(params) } : rest;
  return { kind: 'request', id: known, method, message };
}

function parse(event: HttpEvent): unknown {
  try {
    return JSON.parse(readText(event));
  } catch {
    throw new JsonRpcError(
      PARSE_ERROR,
      'The body is not valid JSON in UTF-8. Send one message as a JSON object.',
    );
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The ID that a response can repeat. */
function idOf(id: unknown): Id {
  if (typeof id === 'string') return id.isWellFormed() ? id : null;
  return typeof id === 'number' ? id : null;
}

function isOfProtocol(id: string | number): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function withoutNulls(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** The response to a message that the protocol does not allow. */
export function errorResponse({ id, code, message }: JsonRpcError): HandlerResponse {
  return { status: 400, body: { jsonrpc: '2.0', id, error: { code, message } } };
}

const answer = v.looseObject({
  id: v.optional(v.unknown()),
  error: v.optional(v.looseObject({ code: v.number(), message: v.string() })),
});

const issues = v.array(v.object({ path: v.array(v.union([v.string(), v.number()])), message: v.string() }));

/**
 * The response of the SDK as the protocol describes it: with the ID of the request, with "Invalid params" for parameters that the schemas of the
 * SDK reject, and without the words of a server that has streams.
 */
export function corrected(
  { id, method }: { readonly id: string | number; readonly method: string },
  status: number,
  body: unknown,
): HandlerResponse {
  const { success, output } = v.safeParse(answer, body);
  if (!success || output.error === undefined) return { status, body };
  const { code, message } = output.error;
  const withError = (error: object, as = status) => ({
    status: as,
    body: { ...output, id, error: { ...output.error, ...error } },
  });
  if (method === 'subscriptions/listen' && code === INTERNAL_ERROR)
    return withError(
      { code: METHOD_NOT_FOUND, message: 'Method not found: the server has no streams.' },
      404,
    );
  const rejected = issuesIn(message);
  if (rejected === undefined) return withError({});
  return withError({ code: INVALID_PARAMS, message: `Invalid params: ${rejected}` });
}

/** The issues that the SDK writes as JSON into the message of an error, as a sentence. */
function issuesIn(message: string): string | undefined {
  try {
    const found = v.parse(issues, JSON.parse(message.slice(message.indexOf('['))));
    return found.map(({ path, message: text }) => `${path.join('.')}: ${text}`).join(' · ');
  } catch {
    return undefined;
  }
}
