import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { jsonSchemaOf } from '#shared/api-docs/json-schema.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { codesByStatus } from '#shared/api-docs/response-codes.ts';
import { readHost } from '#shared/biolinks/domain/host-name.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { checkTargetUrl } from '#shared/platform/network/target-url.ts';
import { postQuery } from '#shared/publishing/http/post-query.ts';
import { documentSchemas, pointerOf } from '#test/support/fixtures/platform/document-schemas.ts';

const document = JSON.parse(JSON.stringify(openApiDocument(OPERATIONS, [], '1')));
const schemas = documentSchemas(document);

type Parameter = { readonly name: string; readonly schema: { readonly minLength?: number } };

/** Whether a field of a body is valid according to the document. */
function passes(body: string, member: string, value: unknown): boolean {
  return schemas.at(pointerOf('components', 'schemas', body, 'properties', member))(value);
}

function takes(schema: v.GenericSchema, value: unknown): boolean {
  return documentSchemas({ paths: jsonSchemaOf(schema, 'input') }).at('/paths')(value);
}

describe('the document and the behaviour of the API', () => {
  it.each(['a.b', 'Links.Example.com', ' links.example.com ', 'bücher.example', 'a.b.'])(
    'agree that %j is a host',
    (host) => {
      expect([readHost(host), passes('CreateDomainBody', 'host', host)]).toEqual([
        { host: expect.any(String) },
        true,
      ]);
    },
  );

  it.each([
    'a',
    '9:00',
    'https://a.b',
    'a.b/c',
    'a..b',
    '.a',
    'me@a.b',
    'a b.c',
    '_a.b',
    '*.a.b',
    'a\u0085.b',
    'a.b\u009f',
    '',
  ])('agree that %j is no host', (host) => {
    expect([readHost(host), passes('CreateDomainBody', 'host', host)]).toEqual([
      expect.objectContaining({ code: 'invalid_format' }),
      false,
    ]);
  });

  it.each([
    ['a', true],
    [' a ', true],
    ['a b', true],
    ['\u00a0ä', true],
    ['   ', false],
    ['', false],
    ['\u2028', false],
    ['a\u2028b', false],
    ['a\nb', false],
    ['a\u0000', false],
  ])('agree about the name %j', (name, isName) => {
    expect([v.is(singleLine(1, 100), name), takes(singleLine(1, 100), name)]).toEqual([isName, isName]);
  });

  it('agree that a cursor is never empty', () => {
    const cursors = Object.entries<Record<string, { parameters?: Parameter[] }>>(document.paths).flatMap(
      ([path, { get }]) =>
        (get?.parameters ?? [])
          .filter(({ name }) => name === 'cursor')
          .map(({ schema }) => [path, schema.minLength] as const),
    );

    expect(cursors.length).toBeGreaterThan(25);
    expect(cursors.filter(([, minLength]) => minLength !== 1)).toEqual([]);
  });

  it('agree about an empty line, if one is allowed', () => {
    expect([takes(singleLine(0, 9), ''), takes(singleLine(0, 9), '  ')]).toEqual([true, true]);
    expect([v.is(singleLine(0, 9), 'a\u2028b'), takes(singleLine(0, 9), 'a\u2028b')]).toEqual([false, false]);
  });

  it('agree that the scheme of a URL is case-insensitive', () => {
    const rules = { allowedHosts: new Set<string>(), apiHosts: new Set<string>() };

    expect(checkTargetUrl('HTTPS://A.example', rules)).toHaveProperty('url');
    expect(passes('CreateEndpointBody', 'url', 'HTTPS://A.example')).toBe(true);
    expect(passes('CreateEndpointBody', 'url', 'http://a.example')).toBe(false);
  });

  it('agree about the maximum number of elements', () => {
    const ids = Array.from({ length: 51 }, (_, index) => String(index + 1));
    const many = (count: number) => ids.slice(0, count).join(',');
    const { settings } = document.components.schemas.UpdatePageBody.properties;

    expect(settings.properties.pixels.maxItems).toBe(10);
    expect([v.is(postQuery, { tags: many(50) }), takes(postQuery, { tags: many(50) })]).toEqual([true, true]);
    expect([v.is(postQuery, { tags: many(51) }), takes(postQuery, { tags: many(51) })]).toEqual([
      false,
      false,
    ]);
  });

  it('agree that a count is an integer', () => {
    const { IngestEventResponse, RecoverEndpointResponse } = document.components.schemas;

    expect(IngestEventResponse.properties.data.properties.matched_endpoints.type).toBe('integer');
    expect(RecoverEndpointResponse.properties.data.properties.matched.type).toBe('integer');
  });

  it('agree that a post without accounts or time is a draft, and so lacks nothing', () => {
    const codes = (name: string) =>
      OPERATIONS.filter((operation) => operation.name === name).flatMap(
        (operation) => codesByStatus(operation).get(422) ?? [],
      );
    const lacking = ['accounts_required', 'schedule_incomplete'];

    expect(codes('schedule-post')).toEqual(expect.arrayContaining(lacking));
    expect(codes('update-post').filter((code) => lacking.includes(code))).toEqual([]);
    expect(codes('update-post')).toContain('schedule_in_past');
  });

  it('agree that an endpoint can be paused whatever its URL and its admin', () => {
    const pause = OPERATIONS.find(({ name }) => name === 'pause-endpoint');

    for (const code of ['url_not_public', 'admin_required']) expect(pause?.errors).not.toContain(code);
  });
});
