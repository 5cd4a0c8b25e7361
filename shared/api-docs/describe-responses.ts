import type { GenericSchema } from 'valibot';
import type { Operation, Route } from '#shared/platform/http/operation.ts';
import { headerRefs } from './components.ts';
import { deprecationHeaderNames } from './describe-deprecation.ts';
import { problemContent } from './describe-errors.ts';
import { isRevalidated } from './describe-parameters.ts';
import { BY_THE_GATEWAY, gatewayContent } from './gateway-error.ts';
import { ownErrorName } from './generic-errors.ts';
import { formsOf, type JsonSchema, jsonSchemaOf, mediaTypeOf, membersOf } from './json-schema.ts';
import { withOpenLists } from './open-lists.ts';
import { pascalCase } from './operation-id.ts';
import { codesByStatus } from './response-codes.ts';
import type { ResponseComponents } from './response-components.ts';
import { responseExample } from './response-example.ts';
import type { SchemaComponents } from './schema-components.ts';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  201: 'Created',
  202: 'Accepted; processing continues in the background',
  204: 'No content',
  302: 'Redirect to `Location`',
  303: 'Redirect to `Location`',
  304: 'Not modified: your copy is current',
  308: 'Permanent redirect to `Location`',
};

/** Describes the responses that an operation declares, by status. */
export function describeResponses(
  operation: Operation,
  route: Route,
  components: SchemaComponents,
  responses: ResponseComponents,
): Record<string, JsonSchema> {
  if (route.docs?.onlyErrors) return {};
  const declared = Object.entries(
    isRevalidated(operation) ? { ...operation.responses, 304: null } : operation.responses,
  );
  return Object.fromEntries(
    declared.map(([text, schema]) => {
      const status = Number(text);
      const response = {
        description: describeStatus(operation, route, status),
        headers: describeHeaders(operation, route, status),
        ...(schema === null || route.method === 'HEAD'
          ? {}
          : {
              content: Object.fromEntries(
                formsOf(schema).flatMap((form) =>
                  Object.entries(describeContent(operation, form, route, status, components)),
                ),
              ),
            }),
      };
      return [
        text,
        status < 400 ? response : responses.declare(errorName(operation, route, status), response),
      ];
    }),
  );
}

/**
 * Operations share one response for error pages. A deprecated operation has its own, because of its headers, and so has a status
 * that the gateway can send as well.
 */
function errorName(operation: Operation, { method }: Route, status: number): string {
  const schema = operation.responses[status];
  const isPage = schema && mediaTypeOf(schema) === 'text/html';
  const isOwn = !isPage || BY_THE_GATEWAY.has(status) || deprecationHeaderNames(operation).length > 0;
  return `${isOwn ? ownErrorName(operation, status) : 'ErrorPage'}${method === 'HEAD' ? 'Head' : ''}`;
}

function describeContent(
  operation: Operation,
  schema: GenericSchema,
  { docs }: Route,
  status: number,
  { declare, refer }: SchemaComponents,
): JsonSchema {
  // The documentation of a route describes its success.
  const mediaType = (status < 400 ? docs?.mediaType : undefined) ?? mediaTypeOf(schema);
  // The function handles a served document as a string; clients receive an object.
  const isDocument = docs !== undefined && /\/(json|yaml)$/u.test(docs.mediaType);
  const described = isDocument
    ? { type: 'object', additionalProperties: true }
    : withOpenLists(jsonSchemaOf(schema, 'output'));
  const hasName = described['type'] !== 'object' || typeof described['title'] === 'string' || isDocument;
  const problems = status >= 400 && mediaType !== 'text/html' ? problemsOf(operation, status) : {};
  const reference = hasName ? refer(described) : declare(responseName(operation, status), described);
  const isShown = status < 300 && mediaType === 'application/json';
  const example = isShown ? responseExample(responseName(operation, status), described) : undefined;
  return {
    ...gatewayContent(status),
    ...problems,
    [mediaType]: { schema: reference, ...(example === undefined ? {} : { example }) },
  };
}

/** The problem documents of a status with which an operation can also return a response of its own. */
function problemsOf(operation: Operation, status: number): JsonSchema {
  const codes = new Map(codesByStatus(operation)).get(status);
  return codes === undefined ? {} : problemContent(status, codes);
}

/** `update-page` returns an `UpdatePageResponse`, even if its fields change. A second response has its status in the name. */
function responseName({ name, responses }: Operation, status: number): string {
  const first = Object.entries(responses).find(([, schema]) => schema !== null);
  return `${pascalCase(name)}Response${first?.[0] === String(status) ? '' : status}`;
}

function describeStatus({ responses }: Operation, { method, docs }: Route, status: number): string {
  const known = DESCRIPTIONS[status];
  if (known !== undefined) return known;
  if (status >= 400)
    return responses[status] && mediaTypeOf(responses[status]) !== 'text/html'
      ? 'The error of the protocol, or a problem document'
      : 'An HTML page that explains the error';
  if (method === 'HEAD') return 'The headers of the response to `GET`';
  const schema = responses[status];
  const mediaType = docs?.mediaType ?? (schema ? mediaTypeOf(schema) : 'application/json');
  if (mediaType === 'text/html') return 'An HTML page';
  if (mediaType !== 'application/json' || docs !== undefined) return 'The file';
  return isList(schema) ? 'The items, and the cursor of the next ones' : 'Success';
}

function isList(schema: GenericSchema | null | undefined): boolean {
  if (!schema) return false;
  return 'next_cursor' in membersOf(jsonSchemaOf(schema, 'output')['properties']);
}

function describeHeaders(operation: Operation, { method }: Route, status: number): JsonSchema {
  const { access, revisioned, locatesAccepted = false } = operation;
  const names = ['X-Request-Id'];
  if (status < 400 && (revisioned || (isRevalidated(operation) && status <= 304 && status !== 303)))
    names.push('ETag');
  if ([201, 302, 303, 308].includes(status) || (status === 202 && locatesAccepted)) names.push('Location');
  if (status === 429) names.push('Retry-After');
  if (access.kind === 'key' && status < 300) {
    names.push('RateLimit-Policy', 'RateLimit');
    if (method === 'POST') names.push('Idempotent-Replayed');
  }
  return headerRefs([...names, ...deprecationHeaderNames(operation)]);
}
