import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { codesByStatus, codesOf } from '#shared/api-docs/response-codes.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { pageParameters } from '#shared/platform/http/list-query.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { anOperation } from '#test/support/builders/platform/openapi-builders.ts';

const OF_EVERY_ONE = ['payload_too_large', 'rate_limited', 'internal_error', 'temporarily_unavailable'];
const OF_A_KEY = [
  'authentication_required',
  'api_key_invalid',
  'ambiguous_credentials',
  'permission_missing',
];

describe('codesOf', () => {
  it('are few for public operations', () => {
    const operation = anOperation({ access: { kind: 'public' }, query: v.record(v.string(), v.string()) });

    expect(codesOf(operation)).toEqual(OF_EVERY_ONE);
  });

  it('include the permissions that a key can lack', () => {
    expect(new Set(codesOf(anOperation()))).toEqual(
      new Set([...OF_EVERY_ONE, ...OF_A_KEY, 'unknown_parameter']),
    );
    expect(
      codesOf(
        anOperation({
          routes: [{ method: 'GET', path: '/os/api/{workspace}/things' }],
          access: { kind: 'key', credential: 'workspace-key-only', rule: 'all-of', permissions: [] },
        }),
      ),
    ).toEqual(expect.arrayContaining(['workspace_mismatch', 'credential_type_not_allowed']));
  });

  it('include no permission if none is required', () => {
    const access = { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [] } as const;

    expect(codesOf(anOperation({ access }))).not.toContain('permission_missing');
  });

  it('include those of a body, a cursor, a precondition and a POST', () => {
    const operation = anOperation({
      routes: [{ method: 'POST', path: '/things/{thing}' }],
      params: { thing: { form: 'uuid', notFound: biolinksErrors.page_not_found } },
      query: v.strictObject(pageParameters),
      body: jsonObject({ name: v.string() }),
      readOnlyFields: ['id'],
      precondition: 'required',
    });

    expect(codesOf(operation)).toEqual(
      expect.arrayContaining([
        'page_not_found',
        'cursor_invalid',
        'malformed_json',
        'unsupported_media_type',
        'body_required',
        'field_not_updatable',
        'revision_mismatch',
        'precondition_required',
        'idempotency_key_invalid',
        'idempotency_key_reused',
        'idempotency_in_progress',
        'validation_failed',
      ]),
    );
  });

  it('do not require a body that is optional', () => {
    const operation = anOperation({ body: jsonObject({}), optionalBody: true });

    expect(codesOf(operation)).not.toContain('body_required');
  });

  it('include the code for several errors only if there can be two kinds', () => {
    const errors = ['slug_reserved'] as const;
    const members = { name: v.string() };
    const shared = (changes: Parameters<typeof anOperation>[0]) =>
      codesOf(anOperation({ errors, ...changes })).includes('validation_failed');

    expect(shared({})).toBe(false);
    expect(shared({ body: jsonObject({}) })).toBe(false);
    expect(shared({ body: jsonObject(members) })).toBe(true);
    expect(shared({ body: v.variant('name', [v.strictObject({ name: v.literal('a') })]) })).toBe(true);
    expect(shared({ query: v.strictObject(members) })).toBe(true);
    expect(codesOf(anOperation({ query: v.strictObject({}) }))).not.toContain('validation_failed');
  });
});

describe('codesByStatus', () => {
  it('orders statuses, and codes as the table of problems does', () => {
    const operation = anOperation({ errors: ['slug_taken', 'endpoint_paused', 'page_not_found'] });
    const byStatus = codesByStatus(operation);

    expect([...byStatus.keys()]).toEqual([400, 401, 403, 404, 409, 413, 422, 429, 500, 503]);
    expect(byStatus.get(409)).toEqual(['endpoint_paused', 'slug_taken']);
  });

  it('documents an unknown reference in a body as an error of the body', () => {
    const params = { post: { form: 'uuid', notFound: publishingErrors.post_not_found } } as const;
    const errors = ['post_not_found', 'tag_not_found'] as const;
    const withBody = codesByStatus(anOperation({ params, errors, body: jsonObject({}) }));

    expect(withBody.get(404)).toEqual(['post_not_found']);
    expect(withBody.get(422)).toContain('tag_not_found');
    expect(codesByStatus(anOperation({ params, errors })).get(404)).toEqual([
      'post_not_found',
      'tag_not_found',
    ]);
  });
});
