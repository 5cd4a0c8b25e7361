import type { GenericSchema } from 'valibot';
import type { Operation, Route } from '#shared/http/operation.ts';
import { headerRefs } from './components.ts';
import { deprecationHeaderNames } from './describe-deprecation.ts';
import { isRevalidated } from './describe-parameters.ts';
import { type JsonSchema, jsonSchemaOf, mediaTypeOf } from './json-schema.ts';
import type { SchemaComponents } from './schema-components.ts';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  201: 'Created',
  202: 'Accepted; it is carried out from here on',
  204: 'Done; there is nothing to say',
  303: 'Go on at `Location`',
  304: 'What you have is current',
  308: 'It is at `Location` now',
};

/** What OpenAPI says of the answers that an operation declares, by status. */
export function describeAnswers(
  operation: Operation,
  route: Route,
  components: SchemaComponents,
): Record<string, JsonSchema> {
  const answers = Object.entries(
    isRevalidated(operation) ? { ...operation.answers, 304: null } : operation.answers,
  );
  return Object.fromEntries(
    answers.map(([text, schema]) => {
      const status = Number(text);
      const answer = {
        description: descriptionOf(operation, route, status),
        headers: headersOf(operation, route, status),
        ...(schema === null || route.method === 'HEAD' ? {} : contentOf(schema, route, components)),
      };
      return [text, answer];
    }),
  );
}

function contentOf(schema: GenericSchema, { shown }: Route, { refer }: SchemaComponents): JsonSchema {
  const mediaType = shown?.mediaType ?? mediaTypeOf(schema);
  // A document that is served as it lies there is a text only to its function.
  const isDocument = shown !== undefined && /\/(json|yaml)$/u.test(shown.mediaType);
  const described = isDocument
    ? { type: 'object', additionalProperties: true }
    : jsonSchemaOf(schema, 'output');
  return { content: { [mediaType]: { schema: refer(described) } } };
}

function descriptionOf({ summary }: Operation, { shown }: Route, status: number): string {
  return DESCRIPTIONS[status] ?? (status >= 400 ? 'A page that says why not' : (shown?.summary ?? summary));
}

function headersOf(operation: Operation, { method }: Route, status: number): JsonSchema {
  const { access, revisioned } = operation;
  const names = ['X-Request-Id'];
  if (status < 400 && (revisioned || (isRevalidated(operation) && status <= 304 && status !== 303)))
    names.push('ETag');
  if (status === 201 || status === 303 || status === 308) names.push('Location');
  if (status === 429) names.push('Retry-After');
  if (method === 'POST' && access.kind === 'key' && status < 300) names.push('Idempotent-Replayed');
  return headerRefs([...names, ...deprecationHeaderNames(operation)]);
}
