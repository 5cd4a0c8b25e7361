import type { Example, Operation, Route } from '#shared/platform/http/operation.ts';
import { deprecationNotice, describeDeprecation } from './describe-deprecation.ts';
import { describeErrors } from './describe-errors.ts';
import { describeParameters } from './describe-parameters.ts';
import { describeResponses } from './describe-responses.ts';
import { type JsonSchema, jsonSchemaOf, membersOf } from './json-schema.ts';
import { isAlias, pascalCase, routeId } from './operation-id.ts';
import type { ResponseComponents } from './response-components.ts';
import type { SchemaComponents } from './schema-components.ts';
import { TAGS } from './tags.ts';

/** Describes one route of an operation. */
export function describeOperation(
  operation: Operation,
  route: Route,
  components: SchemaComponents,
  responses: ResponseComponents,
): JsonSchema {
  const { access, conditionalPermissions, product, servedAt = 'api' } = operation;
  return {
    operationId: routeId(operation, route),
    summary: titleOf(operation, route),
    ...descriptionOf(operation, route),
    ...describeDeprecation(operation),
    tags: [TAGS[product].name],
    ...(access.kind === 'key'
      ? { 'x-required-permissions': { rule: access.rule, permissions: access.permissions } }
      : { security: [] }),
    ...(conditionalPermissions ? { 'x-conditional-permissions': conditionalPermissions } : {}),
    ...(servedAt === 'api' ? {} : { 'x-served-at': servedAt }),
    ...(hasSecretResponse(operation) ? { 'x-secret-response': true } : {}),
    parameters: describeParameters(operation, route),
    ...describeRequestBody(operation, route, components),
    responses: {
      ...describeResponses(operation, route, components, responses),
      ...describeErrors(operation, route, responses),
    },
  };
}

/** Whether the response must not be shown to other programs, such as a language model: it has a key, a secret or a URL that needs no key. */
function hasSecretResponse({ uses, returnsSecret }: Operation): boolean {
  return returnsSecret === true || uses.includes('seal-replay');
}

function summaryOf({ summary }: Operation, { docs }: Route): string {
  return docs?.summary ?? summary;
}

/** Titles are unique, so an alias is marked. */
function titleOf(operation: Operation, route: Route): string {
  const title = summaryOf(operation, route);
  return isAlias(operation, route) ? `${title} (alias)` : title;
}

function descriptionOf(operation: Operation, route: Route): { description?: string } {
  const paragraphs = [
    deprecationNotice(operation),
    otherWayNotice(operation, route),
    route.docs?.description ?? operation.description,
    permissionNotice(operation),
  ];
  const description = paragraphs.filter((text) => text !== undefined).join('\n\n');
  return description === '' ? {} : { description };
}

/** The notice for a `HEAD` route or for an alias. */
function otherWayNotice(operation: Operation, route: Route): string | undefined {
  const [first] = operation.routes;
  if (!first) return undefined;
  if (route.method === 'HEAD') {
    const id = routeId(operation, route.docs ? { ...route, method: first.method } : first);
    return `Returns the headers of \`${id}\` without a body.`;
  }
  return isAlias(operation, route) ? `This is an alias of \`${routeId(operation, first)}\`.` : undefined;
}

function permissionNotice({ access, conditionalPermissions = [] }: Operation): string | undefined {
  if (access.kind !== 'key' || access.permissions.length + conditionalPermissions.length === 0)
    return undefined;
  const names = access.permissions.map((permission) => `\`${permission}\``);
  const sometimes = conditionalPermissions.map(({ permission, when }) => `\`${permission}\` if ${when}`);
  // If any permission is enough to begin with, the conditions alone say which ones are required in the end.
  if ((access.rule === 'any-of' || names.length === 0) && sometimes.length > 0)
    return `Requires ${sometimes.join(', and ')}.`;
  const always = names.join(access.rule === 'any-of' ? ' or ' : ' and ');
  return `Requires ${[always, ...sometimes.map((text) => `also ${text}`)].join('; ')}.`;
}

function describeRequestBody(
  { name, body, multipart, optionalBody, form, examples = [] }: Operation,
  { method }: Route,
  { declare }: SchemaComponents,
): JsonSchema {
  if (method === 'GET' || method === 'HEAD') return {};
  if (form) return requestBody('application/x-www-form-urlencoded', jsonSchemaOf(form, 'input'), true);
  if (!body) return {};
  const described = jsonSchemaOf(body, 'input');
  const schema = declare(bodyName(name, described), described);
  const json = requestBody('application/json', schema, optionalBody !== true, toExamples(examples));
  if (!multipart) return json;
  const fields = declare(`${pascalCase(name)}Form`, jsonSchemaOf(multipart, 'input'));
  const { content } = json.requestBody;
  return {
    requestBody: { ...json.requestBody, content: { ...content, 'multipart/form-data': { schema: fields } } },
  };
}

/** The body of `update-page` is `UpdatePageBody`, so that all generated clients use the same name. */
function bodyName(name: string, { properties, oneOf, anyOf }: JsonSchema): string {
  const isEmpty =
    oneOf === undefined && anyOf === undefined && Object.keys(membersOf(properties)).length === 0;
  return isEmpty ? 'EmptyBody' : `${pascalCase(name)}Body`;
}

function requestBody(mediaType: string, schema: JsonSchema, required: boolean, examples: JsonSchema = {}) {
  return { requestBody: { required, content: { [mediaType]: { schema, ...examples } } } };
}

function toExamples(examples: readonly Example[]): { examples?: JsonSchema } {
  if (examples.length === 0) return {};
  return {
    examples: Object.fromEntries(
      examples.map(({ summary, body }, index) => [`example${index + 1}`, { summary, value: body }]),
    ),
  };
}
