import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

const id = v.union([v.string(), v.number()]);

const message = withDescription(
  withTitle(
    'McpResponse',
    v.looseObject({
      jsonrpc: withDescription(v.literal('2.0'), 'Version of JSON-RPC'),
      id: v.optional(withDescription(v.nullable(id), 'The `id` of the request')),
      result: v.optional(withDescription(v.looseObject({}), 'The result of the method')),
      error: v.optional(
        withDescription(
          v.looseObject({ code: v.number(), message: v.string() }),
          'Why the method was not executed. The error of a tool is a `result` with `isError: true`',
        ),
      ),
    }),
  ),
  'A response of the Model Context Protocol',
);

export const operation = defineOperation({
  name: 'call-agent-tool',
  product: 'meta',
  summary: 'Call the MCP server',
  description:
    'The Model Context Protocol (MCP) endpoint, for agents and other programs with a language model. It is stateless and follows the protocol of ' +
    '2026-07-28; clients of 2025-11-25 and earlier work as well. Authenticate with a workspace API key: the server calls the API with this key, ' +
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
      },
    },
  ],
  access: { kind: 'public' },
  uses: [],
  body: v.looseObject({
    jsonrpc: withDescription(v.literal('2.0'), 'Version of JSON-RPC'),
    id: v.optional(withDescription(id, 'ID of the request; a notification has none')),
    method: withDescription(v.string(), 'Method of the protocol, such as `tools/call`'),
    params: v.optional(withDescription(v.looseObject({}), 'Parameters of the method')),
  }),
  responses: { 200: message, 202: null, 400: message, 404: message, 406: message },
  errors: [
    'method_not_allowed',
    'ambiguous_credentials',
    'authentication_required',
    'api_key_invalid',
    'origin_not_allowed',
    'rate_limited',
  ],
  examples: [
    {
      summary: 'List the tools',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    },
  ],
  // A tool waits for up to three requests of the API.
  timeoutSeconds: 25,
  waits: true,
});
