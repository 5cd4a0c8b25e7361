import fc from 'fast-check';
import {
  type DescribedOperation,
  type DescribedParameter,
  type OpenApi,
  resolve,
} from '#scripts/lib/conformance/open-api.ts';
import { stayingHere } from './dictionary.ts';
import { anyMutation, mutate } from './mutation.ts';
import { anyMethod, type Caller, oddBody, oddCaller, oddHeaders, oddName, oddQuery } from './odd-parts.ts';
import { createSchemaArbitrary, type Dictionary } from './schema-arbitrary.ts';

/** How closely a request follows the document. */
export type Kind = 'valid' | 'near-valid' | 'garbage';

/** A request with placeholders for what is known only when it is sent: path parameters, ids in the body, the key. */
export type PlannedRequest = {
  readonly kind: Kind;
  readonly method: string;
  /** A documented or an undocumented path. */
  readonly path: string;
  /** Selects one of the known resources for the path. */
  readonly turn: number;
  /** An invalid path parameter to use instead. */
  readonly oddName?: string;
  readonly query: Readonly<Partial<Record<string, string>>>;
  readonly headers: Readonly<Partial<Record<string, string>>>;
  readonly caller: Caller;
  readonly body: string | Uint8Array | undefined;
};

type Parts = Omit<PlannedRequest, 'kind'>;
type Values = ReturnType<typeof createSchemaArbitrary>;
type Bodies = {
  readonly mediaType: string;
  readonly values: fc.Arbitrary<unknown>;
  readonly write: (value: unknown) => string;
};

/** Requests of each kind to one operation at one path. */
export function plannedRequests(
  document: OpenApi,
  path: string,
  method: string,
  dictionary: Dictionary,
  receiverUrl: string,
): Readonly<Record<Kind, fc.Arbitrary<PlannedRequest>>> {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not documented`);
  const valuesOf = createSchemaArbitrary(document, dictionary);
  const parameters = operation.parameters.map((each) => resolve<DescribedParameter>(document, each));
  const bodies = bodiesOf(operation, valuesOf, receiverUrl);
  const right: fc.Arbitrary<Parts> = fc.record({
    method: fc.constant(method.toUpperCase()),
    path: fc.constant(path),
    turn: fc.nat(),
    query: queriesOf(parameters, valuesOf),
    headers: headersOf(parameters, bodies?.mediaType),
    caller: fc.constant<Caller>('admin'),
    body: bodies ? bodies.values.map((value) => bodies.write(value)) : fc.constant(undefined),
  });
  const oddPart: fc.Arbitrary<Partial<Parts>> = fc.oneof(
    { weight: 4, arbitrary: bodies ? changedBodies(bodies) : oddQuery.map((query) => ({ query })) },
    oddQuery.map((query) => ({ query })),
    oddName.map((name) => ({ oddName: name })),
    oddHeaders.map((headers) => ({ headers })),
    oddCaller.map((caller) => ({ caller })),
  );
  const garbage: fc.Arbitrary<Parts> = fc.record({
    method: fc.oneof({ weight: 3, arbitrary: fc.constant(method.toUpperCase()) }, anyMethod),
    path: fc.oneof({ weight: 6, arbitrary: fc.constant(path) }, fc.webPath({ size: 'small' })),
    turn: fc.nat(),
    query: oddQuery,
    headers: oddHeaders,
    caller: fc.oneof(fc.constant<Caller>('admin'), oddCaller),
    body: oddBody,
  });

  return {
    valid: right.map((parts) => ({ ...parts, kind: 'valid' })),
    'near-valid': fc.tuple(right, oddPart).map(([parts, odd]) => ({ ...parts, ...odd, kind: 'near-valid' })),
    garbage: garbage.map((parts) => ({ ...parts, kind: 'garbage' })),
  };
}

function bodiesOf(
  { requestBody }: DescribedOperation,
  valuesOf: Values,
  receiverUrl: string,
): Bodies | undefined {
  const [mediaType, described] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (mediaType === undefined || !described) return undefined;
  const shown = Object.values(described.examples ?? {}).map(({ value }) => value);
  const made = valuesOf(described.schema);
  const isForm = mediaType.endsWith('urlencoded');
  return {
    mediaType,
    values: shown.length > 0 ? fc.oneof({ weight: 2, arbitrary: made }, fc.constantFrom(...shown)) : made,
    write: (value) => (isForm ? asForm(value) : (JSON.stringify(stayingHere(value, receiverUrl)) ?? '')),
  };
}

function changedBodies({ values, write }: Bodies): fc.Arbitrary<Partial<Parts>> {
  const changes = fc.array(anyMutation, { minLength: 1, maxLength: 2 });
  return fc.tuple(values, changes).map(([value, made]) => ({ body: write(made.reduce(mutate, value)) }));
}

/** Only the platform creates valid cursors, so a made-up one is always invalid. */
function queriesOf(
  parameters: readonly DescribedParameter[],
  valuesOf: Values,
): fc.Arbitrary<Partial<Record<string, string>>> {
  const values = parameters
    .filter(({ name, in: where }) => where === 'query' && name !== 'cursor')
    .map(({ name, schema }) => [name, valuesOf(schema, name).map(String)] as const);
  const query: Record<string, fc.Arbitrary<string>> = Object.fromEntries(values);
  return fc.record(query, { requiredKeys: [] }).map((found) => ({ ...found }));
}

function headersOf(
  parameters: readonly DescribedParameter[],
  mediaType: string | undefined,
): fc.Arbitrary<Partial<Record<string, string>>> {
  const declared = new Set(parameters.filter((each) => each.in === 'header').map(({ name }) => name));
  const isRequired = parameters.some(({ name, required }) => name === 'If-Match' && required === true);
  const fixed = {
    ...(mediaType === undefined ? {} : { 'content-type': mediaType }),
    ...(isRequired ? { 'if-match': '*' } : {}),
  };
  const optional: Record<string, fc.Arbitrary<string>> = {
    ...(declared.has('If-Match') ? { 'if-match': fc.constant('*') } : {}),
    ...(declared.has('Idempotency-Key') ? { 'idempotency-key': fc.uuid() } : {}),
    ...(declared.has('If-None-Match') ? { 'if-none-match': fc.constantFrom('"1"', '*') } : {}),
  };
  return fc.record(optional, { requiredKeys: [] }).map((headers) => ({ ...fixed, ...headers }));
}

function asForm(value: unknown): string {
  const fields = Object.entries<unknown>(Object(value)).map(([name, field]): [string, string] => [
    name.toWellFormed(),
    typeof field === 'string' ? field : (JSON.stringify(field) ?? ''),
  ]);
  return new URLSearchParams(fields).toString();
}
