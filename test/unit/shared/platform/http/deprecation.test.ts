import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { httpFunction } from '#shared/platform/http/http-function.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { deprecationHeaders } from '#shared/platform/http/respond.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { anOperation, withResponses } from '#test/support/builders/platform/openapi-builders.ts';
import {
  HOSTS,
  aLambdaContext,
  anHttpEvent,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const deprecated = { since: '2027-01-01', sunset: '2027-07-01', link: '/docs/compatibility' };

const HEADERS = {
  Deprecation: '@1798761600',
  Sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
  Link: '<https://api.example.com/docs/compatibility>; rel="deprecation"; type="text/html"',
};

/** A made-up operation, deprecated and not. */
const given: Operation = anOperation({ access: { kind: 'public' }, deprecated });
const kept: Operation = anOperation({ access: { kind: 'public' } });

async function answerOf(operation: Operation, handle: () => Promise<{ status: number; body?: unknown }>) {
  const handler = httpFunction(
    operation,
    { handle },
    { clock: () => NOW, hosts: HOSTS, log: createRecordingLog() },
  );
  return readAnswer(await handler(anHttpEvent({ method: 'GET', path: '/things' }), aLambdaContext()));
}

describe('deprecationHeaders', () => {
  it('are those of RFC 9745 and RFC 8594', () => {
    expect(deprecationHeaders(deprecated, 'https://api.example.com')).toEqual(HEADERS);
  });

  it('accept an external link unchanged', () => {
    const link = 'https://blog.example.com/v2';

    expect(deprecationHeaders({ ...deprecated, link }, 'https://api.example.com')['Link']).toBe(
      '<https://blog.example.com/v2>; rel="deprecation"; type="text/html"',
    );
  });

  it('are empty for an operation that stays', () => {
    expect(deprecationHeaders(undefined, 'https://api.example.com')).toEqual({});
  });
});

describe('a deprecated operation', () => {
  it('announces it in its responses', async () => {
    const { status, headers } = await answerOf(given, async () => ({ status: 200, body: { data: [] } }));

    expect(status).toBe(200);
    expect(headers).toMatchObject(HEADERS);
  });

  it('announces it in its errors', async () => {
    const { status, headers } = await answerOf(given, async () => {
      throw new PlatformError(biolinksErrors.page_not_found, 'No such page.');
    });

    expect(status).toBe(404);
    expect(headers).toMatchObject(HEADERS);
  });

  it('does not exist until it is declared', async () => {
    const { headers } = await answerOf(kept, async () => ({ status: 200, body: { data: [] } }));

    expect(Object.keys(headers).filter((name) => name in HEADERS)).toEqual([]);
  });

  it('is marked in the OpenAPI document, with its headers in every response', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument([given], [], '1')));
    const get = withResponses(document, document.paths['/things'].get);

    expect(get).toMatchObject({ deprecated: true, 'x-sunset': '2027-07-01' });
    expect(get.description).toMatch(
      /^\*\*Deprecated since 2027-01-01; no longer available from 2027-07-01\.\*\*/u,
    );
    for (const response of Object.values(get.responses))
      expect(Object.keys(Object(response).headers)).toEqual(
        expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
      );
    expect(Object.keys(document.components.headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    );
  });
});
