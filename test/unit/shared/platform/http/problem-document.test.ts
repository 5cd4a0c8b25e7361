import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import { SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import { problemDocument, toProblem } from '#shared/platform/http/respond.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';

const requestContext = { hosts: { apiOrigin: 'https://api.example.com' }, requestId: 'request-1' };

function documentOf(rejection: PlatformError) {
  const { statusCode, headers, body } = problemDocument(rejection, requestContext);
  return { statusCode, headers, body: JSON.parse(body ?? '') };
}

describe('problemDocument', () => {
  it('has the fields of the specification and no others', () => {
    const { statusCode, headers, body } = documentOf(
      new PlatformError(webhooksErrors.endpoint_not_found, 'No such endpoint.'),
    );

    expect(statusCode).toBe(404);
    expect(headers).toEqual({ 'Content-Type': 'application/problem+json' });
    expect(body).toEqual({
      type: 'https://api.example.com/docs/errors#endpoint_not_found',
      title: 'Endpoint not found',
      status: 404,
      detail: 'No such endpoint.',
      instance: 'urn:request:request-1',
      code: 'endpoint_not_found',
      request_id: 'request-1',
    });
  });

  it('is the document that docs/specification.md shows', () => {
    const text = readFileSync('docs/specification.md', 'utf8');
    const shown = JSON.parse(/```json\n(\{\n {2}"type".*?\n\})\n```/su.exec(text)?.[1] ?? '{}');
    const { body } = documentOf(new ValidationError(shown.errors));

    expect({ ...shown, instance: body.instance, request_id: body.request_id }).toEqual(body);
  });

  it('adds the extension fields of a code, and its headers only to the headers', () => {
    const extras = { current_revision: '7', headers: { ETag: '"7"' } };
    const { headers, body } = documentOf(new PlatformError('revision_mismatch', 'Gone.', extras));

    expect(headers).toMatchObject({ ETag: '"7"' });
    expect(body).toMatchObject({ current_revision: '7' });
    expect(body).not.toHaveProperty('headers');
  });

  it.each(['authentication_required', 'api_key_invalid'] as const)('adds a challenge for %s', (code) => {
    expect(documentOf(new PlatformError(code, 'x')).headers).toMatchObject({
      'WWW-Authenticate': 'Bearer realm="workspace-api"',
    });
  });

  it.each([
    ['idempotency_in_progress', '1'],
    ['temporarily_unavailable', '5'],
  ] as const)('adds Retry-After for %s', (code, seconds) => {
    expect(documentOf(new PlatformError(code, 'x')).headers).toMatchObject({ 'Retry-After': seconds });
  });

  it('returns validation errors with 422, even if their code has status 404 elsewhere', () => {
    const issue = { ...biolinksErrors.pixel_not_found(), detail: 'x', pointer: '#/settings/pixels/0' };
    const { statusCode, body } = documentOf(new ValidationError([issue]));

    expect([statusCode, body.status, body.code]).toEqual([422, 422, 'pixel_not_found']);
    expect(documentOf(new PlatformError(biolinksErrors.pixel_not_found, 'x')).statusCode).toBe(404);
  });

  it('has the fields of a single error at the top level, and those of several only in each entry', () => {
    const shown = { code: 'theme_unknown', detail: 'x', pointer: '#/theme', allowed: ['paper'] };
    const issue = { ...shown, ...biolinksErrors.theme_unknown() };
    const one = documentOf(new ValidationError([issue])).body;
    const two = documentOf(new ValidationError([issue, issue])).body;

    expect(one).toMatchObject({ allowed: ['paper'], errors: [shown] });
    expect(one).not.toHaveProperty('pointer');
    expect(two).not.toHaveProperty('allowed');
    expect(two.errors).toEqual([shown, shown]);
  });

  it('lists every error of a 422, at most 50', () => {
    const issues = Array.from({ length: 51 }, (_, index) => ({
      code: 'unknown_field' as const,
      detail: 'Leave it out.',
      pointer: `#/${index}`,
    }));
    const { body } = documentOf(new ValidationError(issues));

    expect(body).toMatchObject({
      status: 422,
      code: 'unknown_field',
      detail: 'The request has 51 validation errors.',
    });
    expect(body.errors).toEqual(issues.slice(0, 50));
  });
});

describe('toProblem', () => {
  it('keeps a platform error unchanged', () => {
    const rejection = new PlatformError(webhooksErrors.endpoint_paused, 'Paused.');

    expect(toProblem(rejection)).toBe(rejection);
  });

  it.each([
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'ThrottlingException',
    'InternalServerError',
    'ServiceUnavailable',
    'TimeoutError',
  ])('treats %s as temporary', (name) => {
    expect(toProblem(Object.assign(new Error('x'), { name })).code).toBe('temporarily_unavailable');
  });

  it('treats an unresponsive key service as temporary', () => {
    expect(toProblem(new SecretUnavailableError('down')).code).toBe('temporarily_unavailable');
  });

  it.each([new Error('select * from secrets'), new TypeError('x is undefined'), 'text', null, undefined, 7])(
    'hides the cause of anything else',
    (thrown) => {
      const rejection = toProblem(thrown);

      expect(rejection.code).toBe('internal_error');
      expect(JSON.stringify(documentOf(rejection))).not.toMatch(/secrets|undefined|stack|\.ts/u);
    },
  );
});
