import * as v from 'valibot';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const id = v.union([v.string(), v.number()]);
const jsonrpc = withDescription(v.literal('2.0'), 'Version of JSON-RPC');
const requestId = withDescription(v.nullish(id), 'The `id` of the request; null if it is unknown');

const response = withDescription(
  withTitle(
    'McpResponse',
    v.objectWithRest(
      {
        jsonrpc,
        id: requestId,
        result: v.optional(
          withDescription(
            v.record(v.string(), v.unknown()),
            'The result of the method. It is absent if the response has an `error`. The error of a tool is a result with `isError: true`',
          ),
        ),
      },
      v.unknown(),
    ),
  ),
  'A response of the Model Context Protocol',
);

const protocolError = withDescription(
  withTitle(
    'McpError',
    v.object({
      jsonrpc,
      id: requestId,
      error: withDescription(
        v.objectWithRest(
          {
            code: withDescription(v.number(), 'Number of the error in JSON-RPC or in the protocol'),
            message: withDescription(v.string(), 'What is wrong with the request'),
          },
          v.unknown(),
        ),
        'Why the method was not executed',
      ),
    }),
  ),
  'An error of the Model Context Protocol',
);

export const operation = defineOperation({
  name: 'call-agent-tool',
  product: 'meta',
  summary: 'Call the MCP server',
  description:
    'The Model Context Protocol (MCP) endpoint, for agents and other programs with a language model. It is stateless and supports the protocol of ' +
    '2026-07-28 and the versions since 2024-10-07 except 2025-03-26. Authenticate with a workspace API key: the server calls the API with this key, ' +
    'and lists only the tools that the key may use. A tool that sends or deletes something first returns a preview with a `confirm` value, and ' +
    'runs when it is called again with this value. [The guide](/docs/mcp) lists the tools.',
  routes: [
    { method: 'POST', path: '/mcp' },
    {
      method: 'GET',
      path: '/mcp',
      docs: {
        id: 'openMcpStream',
        summary: 'Open a stream of the MCP server',
        description:
          'Always returns 405 `method_not_allowed`, as the protocol requires from a server without streams. Send messages with `POST`.',
        mediaType: 'application/json',
        onlyErrors: true,
      },
    },
  ],
  access: { kind: 'public' },
  servedAt: 'api',
  uses: [],
  readsBody: true,
  body: v.objectWithRest(
    {
      jsonrpc,
      id: v.optional(withDescription(id, 'ID of the request; a notification has none')),
      method: withDescription(v.string(), 'Method of the protocol, such as `tools/call`'),
      params: v.optional(withDescription(anyObject, 'Parameters of the method')),
    },
    v.unknown(),
  ),
  responses: { 200: response, 202: null, 400: protocolError, 404: protocolError, 406: protocolError },
  errors: [
    'method_not_allowed',
    'ambiguous_credentials',
    'authentication_required',
    'api_key_invalid',
    'origin_not_allowed',
    'unsupported_media_type',
    'rate_limited',
  ],
  examples: [
    {
      summary: 'List the tools',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    },
  ],
  // A tool makes up to three requests of the API in sequence.
  timeoutSeconds: 25,
  waits: true,
});
