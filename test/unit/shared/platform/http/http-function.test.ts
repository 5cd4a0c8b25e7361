import { describe, expect } from 'vitest';
import { PlatformError } from '#shared/platform/core/errors.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { it, anEndpointBody, type ApiRequest } from '#test/support/fakes/platform/memory-api.ts';
import type { HttpReply } from '#test/support/fixtures/platform/http-event.ts';
import {
  createThingFunction,
  echo,
  type ThingRequest,
} from '#test/support/fixtures/platform/thing-function.ts';

/** An error: its response, and how to cause it in a request. Later errors of the list are overwritten by earlier ones. */
type Fault<R> = readonly [status: number, code: string, spoil: (request: R) => R];

/** The request with every error from this one on; the earlier in the list, the later it is applied. */
function spoilt<R>(faults: readonly Fault<R>[], from: number, request: R): R {
  return faults.slice(from).reduceRight((spoiling, [, , spoil]) => spoil(spoiling), request);
}

function withHeader<R extends { readonly headers?: Readonly<Record<string, string>> }>(
  name: string,
  value: string,
) {
  return (request: R): R => ({ ...request, headers: { ...request.headers, [name]: value } });
}

function withMember<R extends { readonly json?: unknown }>(members: object) {
  return (request: R): R => ({ ...request, json: { ...Object(request.json), ...members } });
}

/** The responses with every error in the request, with every one but the first, and so on. */
async function codesOf<R>(faults: readonly Fault<R>[], right: R, call: (request: R) => Promise<HttpReply>) {
  const heard: unknown[] = [];
  for (const index of faults.keys()) {
    const { status, body } = await call(spoilt(faults, index, right));
    heard.push([status, body.code]);
  }
  return heard;
}

function expected<R>(faults: readonly Fault<R>[]): unknown[] {
  return faults.map(([status, code]) => [status, code]);
}

const tooLarge = 'x'.repeat(262_145);
const unknownId = '01980000-0000-7000-8000-0000000000ff';

describe('httpFunction, order of checks', () => {
  /** Stands for the errors that only the handler can detect: it rejects with the name that it receives. */
  const thing = createThingFunction({
    ...echo,
    async load({ params }) {
      if (params['thing'] === unknownId) throw new PlatformError(webhooksErrors.endpoint_not_found, 'No.');
      if (params['thing'] === '01980000-0000-7000-8000-0000000000fe')
        throw new PlatformError(webhooksErrors.product_not_permitted, 'No.');
      return { revision: '7' };
    },
    async handle({ body }) {
      if (body.name === 'taken') throw new PlatformError(webhooksErrors.endpoint_limit_reached, 'No.');
      return { status: 200, body: { data: { name: body.name } } };
    },
  });
  const idle = thing.grant({ permissions: ['workspace:settings:read'] });
  const claims = withHeader<ThingRequest>('idempotency-key', 'used');

  const faults: readonly Fault<ThingRequest>[] = [
    [413, 'payload_too_large', (request) => ({ ...request, body: tooLarge })],
    [400, 'ambiguous_credentials', withHeader('x-api-key', 'wsk_other')],
    [401, 'api_key_invalid', (request) => ({ ...request, key: 'wsk_mistyped' })],
    [403, 'credential_type_not_allowed', (request) => ({ ...request, key: 'pat_personal' })],
    [
      403,
      'workspace_mismatch',
      (request) => ({ ...request, params: { ...request.params, workspace: 'another' } }),
    ],
    [403, 'permission_missing', (request) => ({ ...request, key: idle })],
    [415, 'unsupported_media_type', withHeader('content-type', 'text/plain')],
    [
      404,
      'endpoint_not_found',
      (request) => ({ ...request, params: { ...request.params, thing: 'malformed' } }),
    ],
    [
      404,
      'endpoint_not_found',
      (request) => ({ ...request, params: { ...request.params, thing: unknownId } }),
    ],
    [
      403,
      'product_not_permitted',
      (request) => ({
        ...request,
        params: { ...request.params, thing: '01980000-0000-7000-8000-0000000000fe' },
      }),
    ],
    [412, 'revision_mismatch', withHeader('if-match', '"6"')],
    [400, 'malformed_json', (request) => ({ ...request, body: '{' })],
    [400, 'idempotency_key_invalid', withHeader('idempotency-key', 'ünprintable')],
    [422, 'idempotency_key_reused', claims],
    [422, 'unknown_parameter', (request) => ({ ...request, query: { x: '1' } })],
    [422, 'unknown_field', withMember({ color: 'red' })],
    [409, 'endpoint_limit_reached', withMember({ name: 'taken' })],
  ];

  it('reports each error in the decided order', async () => {
    await thing.call(claims({}));

    expect(await codesOf(faults, {}, thing.call)).toEqual(expected(faults));
  });

  it('accepts a request without errors', async () => {
    expect(await thing.call()).toMatchObject({ status: 200, body: { data: { name: 'x' } } });
  });
});

describe('create-endpoint, order of checks', () => {
  it('reports each error in the decided order', async (api) => {
    const salesbot = api.grant(['salesbot:webhooks:subscribe']);
    const used = withHeader<ApiRequest>('idempotency-key', 'used');
    const right: ApiRequest = { json: anEndpointBody(), key: salesbot };
    for (let count = 0; count < 25; count += 1)
      await api.call('create-endpoint', count === 0 ? used(right) : right);

    const faults: readonly Fault<ApiRequest>[] = [
      [413, 'payload_too_large', (request) => ({ ...request, body: tooLarge })],
      [401, 'authentication_required', (request) => ({ ...request, key: null })],
      [403, 'credential_type_not_allowed', (request) => ({ ...request, key: 'wlk_legacy' })],
      [403, 'permission_missing', (request) => ({ ...request, key: api.grant(['salesbot:events:write']) })],
      [415, 'unsupported_media_type', withHeader('content-type', 'text/xml')],
      [400, 'malformed_json', (request) => ({ ...request, body: '{' })],
      [400, 'idempotency_key_invalid', withHeader('idempotency-key', '""')],
      [422, 'idempotency_key_reused', used],
      [422, 'unknown_field', withMember({ color: 'red' })],
      [403, 'product_not_permitted', withMember({ subscriptions: [{ event: 'publishing.post.published' }] })],
      [422, 'url_not_public', withMember({ url: 'https://inside.example.com/' })],
      [409, 'endpoint_limit_reached', (request) => request],
    ];
    expect(await codesOf(faults, right, (request) => api.call('create-endpoint', request))).toEqual(
      expected(faults),
    );
  });
});

describe('update-endpoint, order of checks', () => {
  it('reports each error in the decided order', async (api) => {
    const salesbot = api.grant(['salesbot:webhooks:subscribe']);
    const create = async (event: string) => {
      const { body } = await api.call('create-endpoint', {
        json: anEndpointBody({ subscriptions: [{ event }] }),
      });
      return String(body.data.id);
    };
    const own = await create('salesbot.store.order_paid');
    const foreign = await create('publishing.post.published');
    const at = (endpoint: string) => (request: ApiRequest) => ({ ...request, params: { endpoint } });

    const faults: readonly Fault<ApiRequest>[] = [
      [413, 'payload_too_large', (request) => ({ ...request, body: tooLarge })],
      [401, 'api_key_invalid', (request) => ({ ...request, key: 'wsk_mistyped' })],
      [403, 'credential_type_not_allowed', (request) => ({ ...request, key: 'pat_personal' })],
      [403, 'permission_missing', (request) => ({ ...request, key: api.grant(['salesbot:events:write']) })],
      [415, 'unsupported_media_type', withHeader('content-type', 'text/xml')],
      [404, 'endpoint_not_found', at(unknownId)],
      [403, 'product_not_permitted', at(foreign)],
      [412, 'revision_mismatch', withHeader('if-match', '"99"')],
      [400, 'malformed_json', (request) => ({ ...request, body: '{' })],
      [422, 'field_not_updatable', withMember({ state: 'enabled' })],
      [403, 'product_not_permitted', withMember({ subscriptions: [{ event: 'publishing.post.published' }] })],
      [422, 'url_not_public', withMember({ url: 'https://inside.example.com/' })],
    ];
    const right: ApiRequest = { params: { endpoint: own }, json: {}, key: salesbot };
    expect(await codesOf(faults, right, (request) => api.call('update-endpoint', request))).toEqual(
      expected(faults),
    );
  });
});
