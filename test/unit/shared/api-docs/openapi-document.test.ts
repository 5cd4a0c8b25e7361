import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import type { JsonSchema } from '#shared/api-docs/json-schema.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import { codesByStatus } from '#shared/api-docs/response-codes.ts';
import { TAGS } from '#shared/api-docs/tags.ts';
import { VIEW_EXAMPLES } from '#shared/api-docs/view-examples.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { anOperation, withResponses } from '#test/support/builders/platform/openapi-builders.ts';
import { documentSchemas, pointerOf } from '#test/support/fixtures/platform/document-schemas.ts';

const document = parsed(openApiDocument(OPERATIONS, EVENT_CATALOGUE, '1.2.3'));
const routes = OPERATIONS.flatMap((operation) => operation.routes.map((route) => ({ operation, route })));

function describedBy(path: string, method: string) {
  return parsed(withResponses(document, document.paths[path][method.toLowerCase()]));
}

/** The description of one made-up operation. */
function describeOne(overrides: Parameters<typeof anOperation>[0]) {
  const operation = anOperation(overrides);
  const [route = { method: 'GET', path: '' }] = operation.routes;
  const made = parsed(openApiDocument([operation], [], '1'));
  return parsed(withResponses(made, made.paths[route.path][route.method.toLowerCase()]));
}

describe('openApiDocument', () => {
  it('is OpenAPI 3.1, with the given version', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.2.3']);
  });

  it.each(routes)('describes $route.method $route.path', ({ operation, route }) => {
    const described = describedBy(route.path, route.method);
    const statuses = [
      ...(route.docs?.onlyErrors ? [] : Object.keys(operation.responses)),
      ...[...codesByStatus(operation).keys()].map(String),
    ];

    expect(described.summary).toMatch(/^\S.*[^.]$/u);
    expect(described.description).toMatch(/\S\.$/mu);
    expect(described.tags).toEqual([TAGS[operation.product].name]);
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(statuses));
    if (operation.access.kind === 'key') {
      const { rule, permissions } = operation.access;
      expect(described['x-required-permissions']).toEqual({ rule, permissions });
      expect(described.security).toBeUndefined();
    } else expect(described.security).toEqual([]);
  });

  it('has no two operations of a method with the same title', () => {
    const titles = routes.map(
      ({ route }) => `${route.method} ${describedBy(route.path, route.method).summary}`,
    );
    const again = titles.filter((title, index) => titles.indexOf(title) !== index);

    // The three forms of a public page redirect in the same way.
    expect([...new Set(again)].map((title) => title.split(' ').slice(1).join(' '))).toEqual([
      'Redirect from a form URL to its page',
      'Redirect from a form URL to its page',
    ]);
    expect(describedBy('/os/api/{workspace}/posts/{post}/schedule', 'POST').description).toContain(
      'This is an alias of `schedulePost`.',
    );
  });

  it('declares the tags that are used, and contact information', () => {
    const used = JSON.stringify([document.paths, document.webhooks]);

    expect(document.tags.map(({ name }: JsonSchema) => name)).toEqual([
      'publishing',
      'biolinks',
      'salesbot',
      'webhook endpoints',
      'workspace',
      'meta',
      'webhook events',
    ]);
    for (const { name } of document.tags) expect(used).toContain(`"tags":["${name}"]`);
    expect(document.info.contact).toHaveProperty('name');
  });

  it('gives every operation and every webhook a unique id', () => {
    const ids = [document.paths, document.webhooks].flatMap((paths) =>
      Object.values(paths).flatMap((methods) =>
        Object.values(Object(methods)).map((described) => Object(described).operationId),
      ),
    );

    expect(ids).toHaveLength(routes.length + 42);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no dangling reference, and no unused component', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"#\/components\/([^"]+)"/gu)].map(([, name = '']) => name));
    const declared = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, members]) => Object.keys(Object(members)).map((name) => `${kind}/${name}`));

    expect(declared.toSorted()).toEqual([...referred].toSorted());
  });

  it('declares the views and the bodies as components', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Page', 'Post', 'Endpoint', 'Delivery', 'Broadcast', 'Problem']),
    );
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['UpdatePageBody', 'UpdatePostBody', 'UpdateBroadcastBody', 'EmptyBody']),
    );
  });

  it('has examples that match their schemas', () => {
    const schemas = documentSchemas(document);
    const wrong: unknown[] = [];
    let seen = 0;
    visit(document, []);

    function visit(value: unknown, path: readonly string[]): void {
      if (typeof value !== 'object' || value === null) return;
      const part = Object(value);
      if (part.schema && (part.examples || part.example !== undefined)) {
        const validate = schemas.at(pointerOf(...path, 'schema'));
        const examples: JsonSchema[] = Object.values(part.examples ?? { only: { value: part.example } });
        for (const example of examples) {
          const { $ref } = example;
          const { value: shown } = Object(typeof $ref === 'string' ? lookUp($ref) : example);
          seen += 1;
          if (!validate(shown)) wrong.push([path.join(' '), shown, validate.errors]);
        }
      }
      for (const [key, member] of Object.entries(part)) visit(member, [...path, key]);
    }

    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(500);
  });
});

describe('openApiDocument, of views', () => {
  it.each(Object.keys(VIEW_EXAMPLES))('shows an example of a %s', (name) => {
    const validate = documentSchemas(document).at(pointerOf('components', 'schemas', name));
    const { examples, properties } = document.components.schemas[name];

    expect(examples).toHaveLength(1);
    validate(examples[0]);
    expect(validate.errors).toBeNull();
    expect(Object.keys(examples[0]).toSorted()).toEqual(Object.keys(properties).toSorted());
  });
});

describe('openApiDocument, of webhooks', () => {
  it.each(EVENT_CATALOGUE)('describes $name with its headers, envelope and responses', (event) => {
    const post = parsed(withResponses(document, document.webhooks[event.name].post));

    expect(post.parameters.map(({ name }: JsonSchema) => name)).toEqual([
      'X-Webhook-Event',
      'X-Webhook-Delivery',
      'X-Webhook-Signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(Object.keys(post.responses).toSorted()).toEqual(['2XX', '3XX', '408', '429', '4XX', '5XX']);
    for (const status of ['408', '429', '5XX'])
      expect(post.responses[status].headers).toHaveProperty('Retry-After');
    expect(post.tags).toEqual([TAGS.events.name]);
    const { schema, example } = post.requestBody.content['application/json'];
    const { properties } = Object(lookUp(schema.$ref));
    expect(properties.event).toMatchObject({ const: event.name });
    expect(example.event).toBe(event.name);
  });
});

describe('openApiDocument, of headers', () => {
  it('declares If-Match where it is evaluated, and requires it where an update would overwrite blindly', () => {
    const optional = describeOne({ routes: [{ method: 'PUT', path: '/t' }], precondition: 'optional' });
    const required = describeOne({ routes: [{ method: 'PUT', path: '/t' }], precondition: 'required' });

    expect(optional.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' });
    expect(required.parameters).toContainEqual({ $ref: '#/components/parameters/RequiredIfMatch' });
    expect(required.responses['412'].headers).toHaveProperty('ETag');
  });

  it('declares an Idempotency-Key on every POST with a key, and documents the replay', () => {
    const post = describeOne({ routes: [{ method: 'POST', path: '/t' }] });

    expect(post.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(post.responses['200'].headers).toHaveProperty('Idempotent-Replayed');
    expect(describeOne({}).parameters).toEqual([{ $ref: '#/components/parameters/RequestId' }]);
  });

  it('documents the location of created resources, and their revision', () => {
    const { responses } = describeOne({
      routes: [{ method: 'POST', path: '/t' }],
      responses: { 201: v.object({}) },
      revisioned: true,
    });

    expect(Object.keys(responses['201'].headers)).toEqual([
      'X-Request-Id',
      'ETag',
      'Location',
      'RateLimit-Policy',
      'RateLimit',
      'Idempotent-Replayed',
    ]);
  });

  it('documents 304 for current resources', () => {
    const described = describeOne({ revalidate: { maxAgeSeconds: 300 } });

    expect(described.parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' });
    expect(described.responses['304']).toEqual({
      description: 'Not modified: your copy is current',
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/RequestId' },
        ETag: { $ref: '#/components/headers/ETag' },
      },
    });
  });

  it('documents If-None-Match for pages, blocks, broadcasts, contacts, records of other systems, themes and the catalogue, and no other resource', () => {
    const revalidated = Object.entries<Record<string, { responses: object }>>(document.paths)
      .filter(([path, { get }]) => path.startsWith('/api/') && get && '304' in get.responses)
      .map(([path]) => path);

    expect(revalidated.toSorted()).toEqual([
      '/api/v1/biolinks/pages/{page}',
      '/api/v1/biolinks/pages/{page}/blocks',
      '/api/v1/biolinks/themes',
      '/api/v1/broadcasts/{broadcast}',
      '/api/v1/salesbot/automations/{automation}',
      '/api/v1/salesbot/bookings/{booking}',
      '/api/v1/salesbot/contacts/{contact}',
      '/api/v1/salesbot/conversations/{conversation}',
      '/api/v1/salesbot/messages/{message}',
      '/api/v1/salesbot/orders/{order}',
      '/api/v1/salesbot/payments/{payment}',
      '/api/v1/workspace-webhooks/events',
    ]);
  });

  it('documents Retry-After', () => {
    const { ServiceUnavailable, Unauthorized } = document.components.responses;

    expect(ServiceUnavailable.headers).toHaveProperty('Retry-After');
    expect(Unauthorized.headers).toHaveProperty('WWW-Authenticate');
  });
});

describe('openApiDocument, of bodies', () => {
  const routesOf = (method: 'POST' | 'DELETE') => [{ method, path: '/t' }];

  it('names a body after its operation, and shows the examples', () => {
    const { requestBody } = describeOne({
      name: 'make-thing',
      routes: routesOf('POST'),
      body: jsonObject({ name: v.string() }),
      examples: [{ summary: 'A thing', body: { name: 'x' } }],
    });

    expect(requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/MakeThingBody' },
          examples: { example1: { summary: 'A thing', value: { name: 'x' } } },
        },
      },
    });
  });

  it('shares one name among bodies without fields, and does not require optional bodies', () => {
    const { requestBody } = describeOne({
      routes: routesOf('POST'),
      body: jsonObject({}),
      optionalBody: true,
    });

    expect(requestBody).toEqual({
      required: false,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/EmptyBody' } } },
    });
  });

  it('shows a form as a browser sends it', () => {
    const { requestBody } = describeOne({
      routes: routesOf('POST'),
      form: v.object({ password: v.string() }),
    });

    expect(Object.keys(requestBody.content)).toEqual(['application/x-www-form-urlencoded']);
  });

  it('gives HEAD no body, in success and in error', () => {
    const { responses } = describeOne({ routes: [{ method: 'HEAD', path: '/t' }] });

    expect(Object.values(responses).filter((response) => 'content' in Object(response))).toEqual([]);
  });

  it('shows errors of pages as HTML', () => {
    const { responses } = describeOne({ access: { kind: 'public' }, htmlErrors: true });

    // The gateway returns no pages.
    expect(Object.keys(responses['503'].content)).toEqual(['text/html', 'application/json']);
    expect(Object.keys(describedBy('/{slug}', 'GET').responses['404'].content)).toEqual(['text/html']);
  });

  it('documents that the gateway returns no problem documents', () => {
    const { TooManyRequests, Forbidden } = document.components.responses;

    expect(Object.keys(TooManyRequests.content)).toEqual(['application/problem+json', 'application/json']);
    expect(Object.keys(Forbidden.content)).toEqual(['application/problem+json']);
  });
});

function lookUp(ref: string): unknown {
  return ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((part, name) => Object(part)[name], document);
}

/** As a reader of the document sees it. */
function parsed(made: JsonSchema) {
  return JSON.parse(JSON.stringify(made));
}
