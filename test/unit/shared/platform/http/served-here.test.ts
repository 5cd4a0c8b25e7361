import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import { createVisitorFixture } from '#test/support/fixtures/biolinks/visitor-fixture.ts';
import {
  aLambdaContext,
  anHttpEvent,
  codeOf,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';

type Case = {
  readonly channel: string;
  readonly input: string;
  readonly right: string;
  readonly report: string;
};

const CASES: readonly Case[] = JSON.parse(
  readFileSync(new URL('../../../../corpus/hosts.json', import.meta.url), 'utf8'),
);

const api = await startMemoryApi();
const { functions } = createVisitorFixture();

/** Sends a request to an operation under a host, over the fakes of visitors for public pages. */
async function send(name: string, host: string, more: { readonly body?: string } = {}) {
  const visited = functions.find(({ operation }) => operation.name === name);
  if (!visited) return api.call(name, { host, key: null, ...more });
  const [route] = visited.operation.routes;
  const path = route?.path.replaceAll(/\{\w+\}/gu, 'ada');
  const parts = { host, ...(route ? { method: route.method, routePath: route.path } : {}), ...more };
  return readAnswer(
    await visited.run(anHttpEvent({ ...parts, ...(path ? { path } : {}) }), aLambdaContext()),
  );
}

describe('a request to a host', () => {
  it.each(CASES)('$input of $channel is $right', async ({ channel, input, right }) => {
    const answer = await send(channel, input);

    expect(answer.status === 200 ? '200' : codeOf(answer)).toBe(right);
  });

  it('cannot name another one in a header', async () => {
    const headers = {
      'x-forwarded-host': 'api.example.com',
      forwarded: 'host=api.example.com',
      host: 'api.example.com',
    };

    expect(codeOf(await api.call('get-root', { host: 'links.customer.example', key: null, headers }))).toBe(
      '404 route_not_found',
    );
  });
});

describe('on a host that does not serve it', () => {
  const elsewhere = OPERATIONS.filter(
    // The MCP server needs an API: see call-agent-tool.test.ts.
    ({ name, servedAt, routes }) => servedAt !== 'any' && routes.length > 0 && name !== 'call-agent-tool',
  ).flatMap(({ name, servedAt }) =>
    (servedAt === 'pages' ? ['api.example.com'] : ['pages.example.com', 'links.customer.example']).map(
      (host) => ({ name, host }),
    ),
  );

  it.each(elsewhere)(
    '$name is 404 at $host, before its body and credential are looked at',
    async ({ name, host }) => {
      const answer = await send(name, host, { body: 'x'.repeat(7_000_000) });

      expect(answer).toMatchObject({
        status: 404,
        headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'private, no-store' },
      });
      if (answer.text !== undefined)
        expect(answer.body).toMatchObject({
          type: 'https://api.example.com/docs/errors#route_not_found',
          code: 'route_not_found',
        });
    },
  );
});

describe('declarations', () => {
  it('of public operations name their hosts, and an operation with a key is on hosts of the API', () => {
    const undeclared = OPERATIONS.filter(
      ({ access, servedAt }) => (access.kind === 'public') !== (servedAt !== undefined),
    );

    expect(undeclared.map(({ name }) => name)).toEqual([]);
  });

  it('of all methods of a path are the same, because the default route reads one of them', () => {
    const hosts = Map.groupBy(
      OPERATIONS.flatMap(({ routes, servedAt = 'api' }) => routes.map(({ path }) => ({ path, servedAt }))),
      ({ path }) => path,
    );

    for (const [path, all] of hosts)
      expect([path, new Set(all.map(({ servedAt }) => servedAt)).size]).toEqual([path, 1]);
  });
});
