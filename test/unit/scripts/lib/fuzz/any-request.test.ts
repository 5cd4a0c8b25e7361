import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createRouteFinder } from '#scripts/lib/conformance/find-route.ts';
import { readOpenApi } from '#scripts/lib/conformance/open-api.ts';
import { createPlanner } from '#scripts/lib/fuzz/any-request.ts';
import { stayingHere } from '#scripts/lib/fuzz/dictionary.ts';
import { KNOWN_ID } from '#scripts/lib/fuzz/schema-arbitrary.ts';

const HERE = 'http://127.0.0.1:3001';
const document = readOpenApi();
const plan = createPlanner(document, HERE);
const requests = plan(1500, 42);

describe('planned requests', () => {
  it('are the same with the same seed, and different with another', () => {
    expect(plan(20, 7)).toEqual(plan(20, 7));
    expect(plan(20, 7)).not.toEqual(plan(20, 8));
  });

  it('include every kind, for nearly every operation', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));

    expect(new Set(requests.map(({ kind }) => kind)).size).toBe(3);
    expect(new Set(requests.map(({ method, path }) => `${method} ${path}`)).size).toBeGreaterThan(
      operations.length * 0.9,
    );
  });

  it('are valid by the document when they claim it, as a rule: dictionary words fit most fields of a name', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, validateFormats: false }));
    ajv.addSchema({ $id: 'api', components: document.components });
    const findRoute = createRouteFinder(document);
    let checked = 0;
    let wrong = 0;
    for (const { kind, method, path, body } of requests) {
      const content =
        document.paths[findRoute(method, path) ?? '']?.[method.toLowerCase()]?.requestBody?.content;
      const schema = content?.['application/json']?.schema;
      if (kind !== 'valid' || typeof body !== 'string' || !schema) continue;
      const referring = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
      checked += 1;
      const id = '01980000-0000-7000-8000-000000000001';
      // Servers of this machine replace those of customers, which have https.
      const sent = body.replaceAll(KNOWN_ID, id).replaceAll(HERE, 'https://social.example.com');
      if (!ajv.validate(referring, JSON.parse(sent))) wrong += 1;
    }

    expect(checked).toBeGreaterThan(200);
    expect(wrong / checked).toBeLessThan(0.1);
  });
});

describe('stayingHere', () => {
  it.each([
    [{ provider: 'bluesky', credentials: { identifier: 'a', app_password: 'b' } }, 'service'],
    [{ provider: 'bluesky', credentials: { app_password: 'b', service: 'https://bsky.social' } }, 'service'],
    [
      { provider: 'mastodon', credentials: { access_token: 'b', instance_url: 'https://a.example' } },
      'instance_url',
    ],
    [
      { provider: 'wordpress', credentials: { application_password: 'b', site_url: 'https://a.example/b' } },
      'site_url',
    ],
    [{ provider: 'devto', credentials: { api_key: 'b' } }, 'service'],
  ])('redirects credentials to this machine: %j', (body, member) => {
    expect(stayingHere(body, HERE)).toEqual({
      ...body,
      credentials: { ...body.credentials, [member]: HERE },
    });
  });

  it.each([
    [{ provider: 'sandbox', credentials: {} }],
    [{ credentials: { access_token: 'b', instance_url: 'https://10.0.0.1' } }],
    [{ name: 'x' }],
    ['text'],
    [null],
  ])('leaves what stays local unchanged: %j', (body) => {
    expect(stayingHere(body, HERE)).toEqual(body);
  });
});
