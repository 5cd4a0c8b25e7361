import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { problemExample } from '#shared/api-docs/problem-schema.ts';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { codesByStatus } from '#shared/api-docs/response-codes.ts';
import * as filesErrors from '#shared/files/errors.ts';
import { PlatformError, ValidationError, type PublicIssue } from '#shared/platform/core/errors.ts';
import { errorFormat } from '#shared/platform/http/error-format.ts';
import { problemDocument } from '#shared/platform/http/respond.ts';
import rows from '#test/corpus/laravel-messages.json' with { type: 'json' };
import { NODE_OPERATIONS, shownByNode } from '#test/support/fixtures/publishing/mixpost-requests.ts';

const PATH = '/os/api/ping';

describe('the format of an error under /os/api', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;q=0.1',
    'text/html, application/json',
    'application/json, text/*;q=0.5',
    'application/json, application/problem+json;q=0',
    'application/json, */*;q=0.000',
    'application/json, */*, application/problem+json; q=0',
    'text/plain;format="a,*/*;b", application/json',
    'text/plain;x="\\"*/*,", application/json',
  ])('is JSON for %s', (accept) => {
    expect(errorFormat(PATH, accept)).toEqual({
      mediaType: 'application/json',
      headers: { 'Content-Type': 'application/json', Vary: 'Accept' },
    });
  });

  it.each([
    undefined,
    '',
    '*/*',
    'text/html',
    'application/*',
    'application/json;q=0',
    'application/json; Q=0.0, text/html',
    'application/json, */*',
    'application/json, text/plain, */*;q=0.1',
    'application/json, application/*',
    'application/json, application/problem+json',
    'application/problem+json;q=0.1,application/json;q=1',
    'application/json, application/Problem+JSON; charset=utf-8',
    'application/json-seq',
    'text/plain;x="application/json"',
    'text/plain;x="unterminated, application/json',
  ])('is a problem document for %s', (accept) => {
    expect(errorFormat(PATH, accept)).toEqual({
      mediaType: 'application/problem+json',
      headers: { 'Content-Type': 'application/problem+json', Vary: 'Accept' },
    });
  });

  it.each(['/api/v1/me', '/os/api', '/', '/x/os/api/ping'])('is a problem document for %s', (path) => {
    expect(errorFormat(path, 'application/json')).toEqual({
      mediaType: 'application/problem+json',
      headers: { 'Content-Type': 'application/problem+json' },
    });
  });
});

describe('every documented 422 of the requests of the n8n node', () => {
  const documented = OPERATIONS.filter(({ name }) => NODE_OPERATIONS.has(name)).flatMap((operation) =>
    (codesByStatus(operation).get(422) ?? []).map((code) => [operation.name, code] as const),
  );

  it.each(documented)('is shown by the node: %s, %s', (_, code) => {
    const { errors } = problemExample(code, 422)['value'] as { errors: PublicIssue[] };
    const issues = errors.map((issue) => ({ ...PROBLEMS[issue.code], ...issue }));
    const context = { hosts: { apiOrigin: 'https://api.example.com' }, requestId: 'request-1' };
    const format = errorFormat(PATH, 'application/json');
    const { statusCode = 0, body = '' } = problemDocument(new ValidationError(issues), context, format);
    const shown = shownByNode(statusCode, JSON.parse(body));

    expect(statusCode).toBe(422);
    for (const { detail } of issues) expect(shown).toContain(detail);
  });

  it('is of many operations', () => {
    expect(new Set(documented.map(([name]) => name)).size).toBeGreaterThan(10);
  });
});

describe('an error for clients of Laravel', () => {
  function bodyOf(error: PlatformError) {
    const format = errorFormat(PATH, 'application/json');
    const context = { hosts: { apiOrigin: 'https://api.example.com' }, requestId: 'request-1' };
    return JSON.parse(problemDocument(error, context, format).body ?? '');
  }

  it('has the detail as message, and the fields of the problem document', () => {
    expect(bodyOf(new PlatformError(filesErrors.media_in_use, 'A post uses it.', { post_id: '7' }))).toEqual({
      type: 'https://api.example.com/docs/errors#media_in_use',
      title: 'A scheduled post uses the media file',
      status: 409,
      detail: 'A post uses it.',
      instance: 'urn:request:request-1',
      code: 'media_in_use',
      request_id: 'request-1',
      message: 'A post uses it.',
      post_id: '7',
    });
  });

  const errorOf = (details: readonly string[]) =>
    new ValidationError(
      details.map((detail, index) => ({ code: 'required', detail, pointer: `#/versions/${index}` })),
    );

  it.each(rows)('has the message $right', ({ input, right }) => {
    expect(bodyOf(errorOf(input)).message).toBe(right);
  });

  it('has a message that begins with the first sentence and counts all others, however many the response lists', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 120 }), (details) => {
        const { message, detail, issues } = bodyOf(errorOf(details));
        const more = details.length === 2 ? '1 more error' : `${details.length - 1} more errors`;

        expect(message).toBe(`${details[0]} (and ${more})`);
        expect(detail).toBe(`The request has ${details.length} validation errors.`);
        expect(issues).toHaveLength(Math.min(50, details.length));
      }),
    );
  });

  it('has by field the sentences about it, and the validation errors as issues', () => {
    const issues = [
      { code: 'required', detail: 'One.', pointer: '#/versions/0/content/0/body' },
      { code: 'too_long', detail: 'Two.', pointer: '#/versions/0/content/0/body' },
      { code: 'unknown_field', detail: 'Three.', pointer: '#/a~1b~0c%25' },
      { code: 'unknown_field', detail: 'Four.', pointer: '#/__proto__' },
      { code: 'invalid_type', detail: 'Five.', pointer: '#' },
      { code: 'out_of_range', detail: 'Six.', parameter: 'page' },
      { code: 'idempotency_key_reused', detail: 'Seven.', header: 'Idempotency-Key' },
    ] as const;
    const body = bodyOf(new ValidationError(issues));

    expect(body).toMatchObject({ status: 422, message: 'One. (and 6 more errors)', issues });
    expect(Object.entries(body.errors)).toEqual([
      ['versions.0.content.0.body', ['One.', 'Two.']],
      ['a/b~c%', ['Three.']],
      ['__proto__', ['Four.']],
      ['body', ['Five.']],
      ['page', ['Six.']],
      ['Idempotency-Key', ['Seven.']],
    ]);
  });
});
