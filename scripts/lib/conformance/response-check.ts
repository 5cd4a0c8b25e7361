import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { BY_THE_GATEWAY } from '#shared/api-docs/gateway-error.ts';
import type { JsonSchema } from '#shared/api-docs/json-schema.ts';
import { OPEN_LIST } from '#shared/api-docs/open-lists.ts';
import { closed } from './closed-schema.ts';
import { type DescribedResponse, type OpenApi, resolve } from './open-api.ts';

/** A received response; header names are in lower case. */
export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there was no body. */
  readonly text: string | undefined;
};

/**
 * Headers of HTTP, browsers and gateways that operations need not document. Headers with a meaning for clients of this API
 * are documented.
 */
const GENERAL =
  /^(accept-(patch|post)|access-control-.+|allow|apigw-requestid|cache-control|connection|content-.+|cross-origin-.+|date|keep-alive|permissions-policy|referrer-policy|set-cookie|strict-transport-security|transfer-encoding|vary|x-content-type-options|x-frame-options|x-robots-tag)$/u;

/** Optional headers; every other documented header is required. */
const OCCASIONAL: ReadonlySet<string> = new Set([
  'retry-after',
  'idempotent-replayed',
  'link',
  'ratelimit',
  'ratelimit-policy',
]);

/** Headers of every response to a request that was counted. The document shows them at successes and at status 429. */
const OF_COUNTED: ReadonlySet<string> = new Set(['ratelimit', 'ratelimit-policy']);

/**
 * Headers that only some errors and HTML pages have: a page behind an access gate has no entity tag, nor has its HEAD
 * response.
 */
const OCCASIONAL_ELSEWHERE: ReadonlySet<string> = new Set(['etag', 'www-authenticate']);

/** Keywords for readers and code generators. */
const NOTES = ['discriminator', 'example', OPEN_LIST];

/** The id of the components, which are compiled once for all validators. */
const SHARED = 'components';

/** Creates a function that lists how a response differs from the document. Schemas are compiled on first use. */
export function createResponseCheck(document: OpenApi) {
  const schemas = closed(document);
  const ajv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }));
  ajv.addVocabulary(NOTES);
  ajv.addFormat('idn-email', /^[^@\s]+@[^@\s]+$/u);
  ajv.addSchema({ $id: SHARED, $defs: referring(schemas.components['schemas']) });
  const compiled = new Map<string, ValidateFunction>();
  // Parsing the OpenAPI document in YAML takes a second, and a test requests it several times.
  let lastYaml: { readonly text: string; readonly value: unknown } | undefined;

  /** The value to validate: parsed for JSON and YAML, otherwise the text. */
  function valueOf(text: string, mediaType: string): unknown {
    if (!mediaType.endsWith('yaml')) return mediaType.endsWith('json') ? JSON.parse(text) : text;
    if (lastYaml?.text !== text) lastYaml = { text, value: parse(text) };
    return lastYaml.value;
  }

  /** Many responses share a schema, which is compiled once. */
  function validatorOf(schema: JsonSchema): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = compiled.get(text);
    if (known) return known;
    const validate = ajv.compile(referring(schema));
    compiled.set(text, validate);
    return validate;
  }

  /** Checks a response of the operation at a documented path; returns an empty list if it conforms. */
  return (path: string, method: string, { status, headers, text }: Received): string[] => {
    const verb = method.toLowerCase();
    const described = schemas.paths[path]?.[verb]?.responses[status];
    if (!described) return [`status ${status} is not documented`];
    const { headers: named = {}, content } = resolve<DescribedResponse>(schemas, described);
    const expected = new Set(Object.keys(named).map((name) => name.toLowerCase()));
    const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
    const isOurs = !BY_THE_GATEWAY.has(status) || mediaType !== 'application/json';
    const missing = [...expected].filter(
      (name) => isDue(name, status, content) && !(name in headers) && (isOurs || name !== 'x-request-id'),
    );
    const unknown = Object.keys(headers).filter(
      (name) => !expected.has(name) && !OF_COUNTED.has(name) && !GENERAL.test(name),
    );
    const faults = [
      ...missing.map((name) => `header ${name} is missing`),
      ...unknown.map((name) => `header ${name} is not documented`),
    ];
    if (content === undefined) return text ? [...faults, 'there is a body'] : faults;
    if (text === undefined) return [...faults, 'there is no body'];
    const schema = content[mediaType]?.schema;
    if (!schema) return [...faults, `${mediaType || 'no media type'} is not documented`];
    const validate = validatorOf(schema);
    if (validate(valueOf(text, mediaType))) return faults;
    return [...faults, ...(validate.errors ?? []).map(describe)];
  };
}

function isDue(name: string, status: number, content: DescribedResponse['content']): boolean {
  const isForPrograms = status < 400 && (status === 304 || content?.['application/json'] !== undefined);
  return !OCCASIONAL.has(name) && (isForPrograms || !OCCASIONAL_ELSEWHERE.has(name));
}

function describe({
  instancePath,
  message,
  params,
}: NonNullable<ValidateFunction['errors']>[number]): string {
  return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
}

function referring<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${SHARED}#/$defs/`));
}
