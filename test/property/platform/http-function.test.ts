import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { PROBLEMS } from '#shared/api-docs/problems.ts';
import { codesOf } from '#shared/api-docs/response-codes.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { anyRequest } from '#test/support/fixtures/platform/any-request.ts';
import { IS_WHOLE, runs } from '#test/support/fixtures/platform/depth.ts';
import type { HttpReply } from '#test/support/fixtures/platform/http-event.ts';
import { ANSWERS_FOLDER } from '#test/support/fixtures/platform/records/responses-seen.ts';
import { startSeededApi } from '#test/support/fixtures/platform/seeded-api.ts';

/** Operations that the API over fakes does not have. */
const TESTED_APART: ReadonlySet<string> = new Set([
  // It calls the API over HTTP: see test/e2e/agents.
  'call-agent-tool',
  // Operations of visitors return documents: see public-page.test.ts.
  'get-public-page',
  'unlock-page',
  'acknowledge-page',
  'choose-consent',
  'submit-signup',
  'get-robots',
  'get-sitemap',
  'get-page-asset',
  'get-page-qr',
  'get-page-preview',
  'follow-link',
  // So does this one: see served-documents.test.ts.
  'get-document',
  // And this one: see get-console.test.ts.
  'get-console',
  // And the pages of links in mails: see mail-notifications.test.ts.
  'answer-notification-mail',
  // This one answers with redirects: see connections.test.ts.
  'return-authorization',
]);

/** Operations whose success returns a new secret. */
const TELLING: ReadonlySet<string> = new Set([
  'create-endpoint',
  'rotate-secret',
  'rotate-notification-secret',
  'preview-endpoint',
  'create-api-key',
  'create-console-link',
  'preview-page',
  'create-notification-target',
]);

const RUNS = { numRuns: runs(300) };
/** So many runs are enough to succeed once, whatever the depth. */
const MAX_ROUNDS = 1500 / RUNS.numRuns;

/**
 * Operations whose success requires values that random input misses: an order of all blocks, a DNS record, a revision with
 * a title, a slash.
 */
const OUT_OF_REACH: ReadonlySet<string> = new Set([
  'reorder-blocks',
  'verify-domain',
  'set-page-status',
  // A broadcast that is approved, in flight, ended, or sent by the platform.
  'send-broadcast',
  'cancel-broadcast',
  'report-broadcast',
  'retry-broadcast',
  'pause-broadcast',
  'resume-broadcast',
  'estimate-broadcast',
  'get-estimate',
  // A post with an account and a future time, or one that waits for approval, or failed.
  'schedule-post',
  'queue-post',
  'submit-post',
  'approve-post',
  'return-post',
  'retry-post',
  // A workspace whose deletion was requested.
  'cancel-workspace-deletion',
  // A target whose confirmation was requested more than an hour ago.
  'resend-confirmation',
  // A contact or a member of the workspace in the body, and a phone number that is not connected yet.
  'create-conversation',
  'receive-message',
  'assign-conversation',
  'connect-phone-number',
  // A message that was claimed, a verified number of WhatsApp, and an import whose file was uploaded.
  'report-message',
  'list-message-templates',
  'start-contact-import',
  // A state and a code of the platform.
  'complete-connection',
  'route-not-found',
]);

const issue = v.pipe(
  v.object({
    code: v.picklist(Object.keys(PROBLEMS)),
    detail: v.pipe(v.string(), v.nonEmpty()),
    pointer: v.optional(v.pipe(v.string(), v.check(isUriFragment))),
    parameter: v.optional(v.string()),
    header: v.optional(v.string()),
  }),
  v.check(
    ({ pointer, parameter, header }) =>
      [pointer, parameter, header].filter((at) => at !== undefined).length === 1,
  ),
);

/** The problem document (docs/specification.md#problem-documents) of these headers and this status. */
function problemOf(operation: Operation, { status, headers }: HttpReply) {
  const requestId = String(headers['X-Request-Id']);
  return v.pipe(
    v.object({
      type: v.pipe(v.string(), v.regex(/^https?:\/\/api\.example\.com\/docs\/errors#\w+$/u)),
      title: v.string(),
      status: v.literal(status ?? 0),
      detail: v.pipe(v.string(), v.nonEmpty()),
      instance: v.literal(`urn:request:${requestId}`),
      code: v.picklist([...new Set(codesOf(operation))]),
      request_id: v.literal(requestId),
      errors:
        status === 422 ? v.pipe(v.array(issue), v.minLength(1), v.maxLength(50)) : v.optional(v.undefined()),
    }),
    // A resource that the path names is 404 if it does not exist; one that the body names is 422.
    v.check(
      ({ code, title }) =>
        PROBLEMS[code].title === title &&
        (PROBLEMS[code].status === status || (status === 422 && code.endsWith('_not_found'))),
    ),
  );
}

function isUriFragment(text: string): boolean {
  return text.startsWith('#') && URL.canParse(`https://x${text}`) && decodeURIComponent(text).isWellFormed();
}

/** All violations of a response. */
function faultsOf(operation: Operation, method: string | undefined, answer: HttpReply): string[] {
  const { status = 0, headers, body, text } = answer;
  const isBodiless = method === 'HEAD' || [204, 304, 308].includes(status);
  const successes = [...Object.keys(operation.responses).map(Number), ...(operation.revalidate ? [304] : [])];
  const expected = {
    'headers are texts': Object.values(headers).every((value) => typeof value === 'string'),
    'a request id': /^[A-Za-z0-9_-]{8,64}$/u.test(String(headers['X-Request-Id'])),
    'security headers':
      headers['X-Content-Type-Options'] === 'nosniff' && 'Strict-Transport-Security' in headers,
    'a body, or none where none belongs': (text === undefined) === isBodiless,
    'no failure': status < 500,
    'a documented success': status >= 400 || successes.includes(status),
    'a problem document': status < 400 || headers['Content-Type'] === 'application/problem+json',
    'a documented problem': status < 400 || isBodiless || v.is(problemOf(operation, answer), body),
    'no secret but the new one':
      (status < 300 && TELLING.has(operation.name)) || text?.includes('whsec_') !== true,
  };
  return Object.entries(expected).flatMap(([name, holds]) => (holds ? [] : [`${name}: ${status} ${text}`]));
}

// Random requests reach an error in one run and miss it in the next, so that they prove of no error that a test reaches it.
beforeAll(() => {
  vi.stubEnv(ANSWERS_FOLDER, undefined);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe('any request gets a valid response', () => {
  const tested = OPERATIONS.filter(({ name }) => !TESTED_APART.has(name));
  /** `npm test` has every third operation. */
  const chosen = tested.filter((_, index) => IS_WHOLE || index % 3 === 0);

  it.each(chosen)('from $name', async (operation) => {
    const { api, known } = await startSeededApi();
    const statuses = new Set<number>();
    const successes = Object.keys(operation.responses).map(Number);
    const isReached = () =>
      successes.length === 0 ||
      OUT_OF_REACH.has(operation.name) ||
      successes.some((status) => statuses.has(status));

    // Random input alone proves little: some requests must succeed, as a rule in the first round.
    for (let round = 1; round === 1 || (round <= MAX_ROUNDS && !isReached()); round += 1) {
      await fc.assert(
        fc.asyncProperty(anyRequest(operation, known), async (request) => {
          const answer = await api.call(operation.name, {
            key: null,
            ...request,
          });
          statuses.add(answer.status ?? 0);
          expect(faultsOf(operation, request.method, answer)).toEqual([]);
        }),
        RUNS,
      );
    }
    expect(isReached(), [...statuses].join()).toBe(true);
  });
});
