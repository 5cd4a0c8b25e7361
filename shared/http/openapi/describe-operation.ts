import type { Example, Operation, Route } from '#shared/http/operation.ts';
import { describeAnswers } from './describe-answers.ts';
import { deprecationNotice, describeDeprecation } from './describe-deprecation.ts';
import { describeParameters } from './describe-parameters.ts';
import { describeRefusals, type ResponseComponents } from './describe-refusals.ts';
import { type JsonSchema, jsonSchemaOf, membersOf } from './json-schema.ts';
import { pascalCase, routeId } from './operation-id.ts';
import { operationTitle } from './operation-title.ts';
import type { SchemaComponents } from './schema-components.ts';

/** What OpenAPI says of one route of an operation (decisions 7). */
export function describeOperation(
  operation: Operation,
  route: Route,
  components: SchemaComponents,
  responses: ResponseComponents,
): JsonSchema {
  const { access, product } = operation;
  return {
    operationId: routeId(operation, route),
    summary: operationTitle(summaryOf(operation, route)),
    ...descriptionOf(operation, summaryOf(operation, route)),
    ...describeDeprecation(operation),
    tags: [product],
    ...(access.kind === 'key'
      ? { 'x-required-permissions': { rule: access.rule, permissions: access.permissions } }
      : { security: [] }),
    parameters: describeParameters(operation, route),
    ...requestBodyOf(operation, route, components),
    responses: {
      ...describeAnswers(operation, route, components),
      ...describeRefusals(operation, route, responses),
    },
  };
}

function summaryOf({ summary }: Operation, { shown }: Route): string {
  return shown?.summary ?? summary;
}

function descriptionOf(operation: Operation, summary: string): { description?: string } {
  const paragraphs = [
    deprecationNotice(operation),
    operationTitle(summary) === summary ? undefined : `${summary}.`,
    operation.description,
    permissionsOf(operation),
  ];
  const description = paragraphs.filter((text) => text !== undefined).join('\n\n');
  return description === '' ? {} : { description };
}

function permissionsOf({ access }: Operation): string | undefined {
  if (access.kind !== 'key' || access.permissions.length === 0) return undefined;
  const names = access.permissions.map((permission) => `\`${permission}\``);
  return `Needs ${names.join(access.rule === 'any-of' ? ' or ' : ' and ')}.`;
}

function requestBodyOf(
  { name, body, bodyOptional, form, examples }: Operation,
  { method }: Route,
  { declare }: SchemaComponents,
): JsonSchema {
  if (method === 'GET' || method === 'HEAD') return {};
  if (form) return requestBody('application/x-www-form-urlencoded', jsonSchemaOf(form, 'input'), true);
  if (!body) return {};
  const described = jsonSchemaOf(body, 'input');
  const schema = declare(bodyName(name, described), described);
  return requestBody('application/json', schema, bodyOptional !== true, examplesOf(examples));
}

/** `update-page` takes an `UpdatePageBody`: one name for it in every generated client. */
function bodyName(name: string, { properties, oneOf, anyOf }: JsonSchema): string {
  const isEmpty =
    oneOf === undefined && anyOf === undefined && Object.keys(membersOf(properties)).length === 0;
  return isEmpty ? 'EmptyBody' : `${pascalCase(name)}Body`;
}

function requestBody(mediaType: string, schema: JsonSchema, required: boolean, examples: JsonSchema = {}) {
  return { requestBody: { required, content: { [mediaType]: { schema, ...examples } } } };
}

function examplesOf(examples: readonly Example[]): { examples?: JsonSchema } {
  const shown = examples.filter(({ body }) => body !== undefined);
  if (shown.length === 0) return {};
  return {
    examples: Object.fromEntries(
      shown.map(({ summary, body }, index) => [`example${index + 1}`, { summary, value: body }]),
    ),
  };
}
