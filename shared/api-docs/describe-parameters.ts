import type { GenericSchema } from 'valibot';
import type { Operation, PathParameter, Route } from '#shared/platform/http/operation.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

/** The id in examples. */
const EXAMPLE_ID = '01980000-0000-7000-8000-000000000001';

const UUID: JsonSchema = { type: 'string', format: 'uuid' };

const SCHEMAS: Readonly<Record<PathParameter['form'], JsonSchema>> = {
  uuid: UUID,
  'uuid-or-integer': { anyOf: [UUID, { type: 'integer', minimum: 1 }] },
  text: { type: 'string' },
};

/** Path parameters that are not simply the ID of the resource with their name. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  account: 'ID of the social account: its `uuid` or its integer `id`',
  endpoint: 'ID of the webhook endpoint',
  file: 'Name of the file',
  key: 'ID of the API key, not the key itself',
  media: 'ID of the media file: its `uuid` or its integer `id`',
  slug: 'Slug of the page',
  tag: 'ID of the tag: its `uuid` or its integer `id`',
  workspace: 'ID of the workspace of the API key',
};

/** The path, query and header parameters of one route of an operation. */
export function describeParameters(operation: Operation, { method, path }: Route): JsonSchema[] {
  const { access, precondition, query } = operation;
  const headers = ['RequestId'];
  if (method === 'POST' && access.kind === 'key') headers.push('IdempotencyKey');
  if (precondition) headers.push(precondition === 'required' ? 'RequiredIfMatch' : 'IfMatch');
  if (isRevalidated(operation)) headers.push('IfNoneMatch');
  return [
    ...pathParameters(operation, path),
    ...(query ? queryParameters(operation, query) : []),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** Whether the response can be 304. */
export function isRevalidated({ revalidate, responses }: Operation): boolean {
  return revalidate !== undefined || responses[304] !== undefined;
}

function pathParameters({ params = {} }: Operation, path: string): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\+?\}/gu)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name] ?? `ID of the ${name}`,
    schema: SCHEMAS[params[name]?.form ?? 'uuid'],
    ...shownAs(exampleOf(params[name])),
  }));
}

function exampleOf(parameter: PathParameter | undefined): string | undefined {
  return parameter?.example ?? (parameter && parameter.form !== 'text' ? EXAMPLE_ID : undefined);
}

function queryParameters({ exampleQueries = [] }: Operation, query: GenericSchema): JsonSchema[] {
  const { properties, required }: { properties?: object; required?: unknown } = jsonSchemaOf(query, 'input');
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties ?? {}).map(([name, described]: [string, JsonSchema]) => {
    const { description, default: ifAbsent, ...rest } = described;
    const isNumber = rest['type'] === 'integer';
    const example = exampleQueries.find((each) => each[name])?.[name];
    return {
      name,
      in: 'query',
      required: needed.includes(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: {
        ...rest,
        ...(ifAbsent === undefined ? {} : { default: isNumber ? Number(ifAbsent) : ifAbsent }),
      },
      ...shownAs(isNumber && example !== undefined ? Number(example) : example),
    };
  });
}

function shownAs(example: string | number | undefined): JsonSchema {
  return example === undefined ? {} : { example };
}
