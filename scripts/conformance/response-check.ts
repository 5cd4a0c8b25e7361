import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { BY_THE_GATEWAY } from '#shared/api-docs/gateway-error.ts';
import type { JsonSchema } from '#shared/api-docs/json-schema.ts';
import { OPEN_LIST } from '#shared/api-docs/open-lists.ts';
import { closed } from './closed-schema.ts';
import { type DescribedAnswer, type OpenApi, resolve } from './open-api.ts';

/** An answer as it arrived. Names of headers are in lower case. */
export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing if there was no body. */
  readonly text: string | undefined;
};

/**
 * Headers of HTTP, of browsers and of the way there, which no operation has to name. What means something to a client of this API
 * is in the document.
 */
const GENERAL =
  /^(accept-(patch|post)|access-control-.+|allow|apigw-requestid|cache-control|connection|content-.+|cross-origin-.+|date|keep-alive|permissions-policy|referrer-policy|set-cookie|strict-transport-security|transfer-encoding|vary|x-content-type-options|x-frame-options|x-robots-tag)$/u;

/** Headers that say something only if they are there; all others that the document names have to be. */
const OCCASIONAL: ReadonlySet<string> = new Set(['retry-after', 'idempotent-replayed', 'link']);

/** Only some refusals bring these, and only some pages for people: one behind a gate has no tag, nor has a HEAD of it. */
const OCCASIONAL_ELSEWHERE: ReadonlySet<string> = new Set(['etag', 'www-authenticate']);

/** Keywords that say something to people and to generators. */
const NOTES = ['discriminator', 'example', OPEN_LIST];

/** Where validators find the components: compiled once for all of them. */
const SHARED = 'components';

/** Says what of an answer the document does not know, or knows otherwise. Compiles a schema when it is first needed. */
export function createResponseCheck(document: OpenApi) {
  const schemas = closed(document);
  const ajv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }));
  ajv.addVocabulary(NOTES);
  ajv.addFormat('idn-email', /^[^@\s]+@[^@\s]+$/u);
  ajv.addSchema({ $id: SHARED, $defs: referring(schemas.components['schemas']) });
  const compiled = new Map<string, ValidateFunction>();

  /** Many answers are described alike: what says the same is compiled once. */
  function validatorOf(schema: JsonSchema): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = compiled.get(text);
    if (known) return known;
    const validate = ajv.compile(referring(schema));
    compiled.set(text, validate);
    return validate;
  }

  /** Faults of an answer of the operation at a documented path; none if all of it is documented. */
  return (path: string, method: string, { status, headers, text }: Received): string[] => {
    const verb = method.toLowerCase();
    const described = schemas.paths[path]?.[verb]?.responses[status];
    if (!described) return [`status ${status} is not documented`];
    const { headers: named = {}, content } = resolve<DescribedAnswer>(schemas, described);
    const expected = new Set(Object.keys(named).map((name) => name.toLowerCase()));
    const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
    const isOurs = !BY_THE_GATEWAY.has(status) || mediaType !== 'application/json';
    const missing = [...expected].filter(
      (name) => isDue(name, status, content) && !(name in headers) && (isOurs || name !== 'x-request-id'),
    );
    const unknown = Object.keys(headers).filter((name) => !expected.has(name) && !GENERAL.test(name));
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

/** What a schema is about: the value of a text that is one, the text itself otherwise. */
function valueOf(text: string, mediaType: string): unknown {
  if (mediaType.endsWith('yaml')) return parse(text);
  return mediaType.endsWith('json') ? JSON.parse(text) : text;
}

function isDue(name: string, status: number, content: DescribedAnswer['content']): boolean {
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
