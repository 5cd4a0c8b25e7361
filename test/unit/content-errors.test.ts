import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { aMember } from '#test/support/builders/workspaces/workspace-builders.ts';
import type { ApiRequest, MemoryApi } from '#test/support/fakes/platform/memory-api.ts';
import type { Known } from '#test/support/fixtures/platform/any-request.ts';
import { startSeededApi } from '#test/support/fixtures/platform/seeded-api.ts';

type Row = readonly [name: string, ErrorCode, ApiRequest];

const BIG = 'x'.repeat(256 * 1024 + 1);
const LONG = 'x'.repeat(70_000);
const CONTROL = 'a\u0000b';

/** An array of this many copies of a value. */
function many<T>(one: T): T[] {
  return Array.from({ length: 300 }, () => one);
}

const ORIGINAL = { account_id: 0, is_original: true, content: [{ body: 'An idea' }] };

function other(account: number): object {
  return { ...ORIGINAL, account_id: account, is_original: false };
}

/** A post with one version, changed. */
function post(version: object, others: object = {}): ApiRequest {
  return { json: { versions: [{ ...ORIGINAL, ...version }], ...others } };
}

function page(changes: object): ApiRequest {
  return { json: { title: 'Ada', slug: 'ada-2', ...changes } };
}

function subscribed(subscription: object): ApiRequest {
  return { json: { subscriptions: [subscription] } };
}

const SIGN = { network: 'mastodon', url: 'https://example.com' };
const order = { event: 'salesbot.store.order_paid' };

/** Errors of a schema and a check, where the tests of the operation itself cover other cases. */
const ROWS: readonly Row[] = [
  ['update-workspace', 'invalid_characters', { json: { name: CONTROL } }],
  [
    'create-member',
    'too_many_items',
    { json: { name: 'A', email: 'a@example.com', role: 'viewer', products: many('salesbot') } },
  ],
  ['update-member', 'too_many_items', { json: { products: many('salesbot') } }],
  [
    'create-api-key',
    'invalid_characters',
    { json: { name: CONTROL, permissions: ['publishing:posts:read'] } },
  ],
  ['create-api-key', 'too_long', { json: { name: LONG, permissions: ['publishing:posts:read'] } }],
  ['create-api-key', 'too_many_items', { json: { name: 'A', permissions: many('publishing:posts:read') } }],
  ['update-api-key', 'invalid_characters', { json: { name: CONTROL } }],
  ['update-api-key', 'too_short', { json: { name: '' } }],
  ['update-api-key', 'too_long', { json: { name: LONG } }],
  ['update-api-key', 'too_many_items', { json: { permissions: many('publishing:posts:read') } }],
  ['preview-endpoint', 'too_many_items', { json: { subscriptions: many(order) } }],
  ['update-endpoint', 'invalid_characters', { json: { name: CONTROL } }],
  ['update-endpoint', 'too_long', { json: { name: LONG } }],
  ['update-endpoint', 'too_many_items', { json: { subscriptions: many(order) } }],
  ['update-endpoint', 'required', subscribed({})],
  ['update-endpoint', 'invalid_url', { json: { url: '' } }],
  ['update-endpoint', 'channel_unknown', subscribed({ ...order, channel: 'odd' })],
  [
    'update-endpoint',
    'channel_not_allowed',
    subscribed({ event: 'publishing.post.published', channel: 'whatsapp' }),
  ],
  [
    'update-endpoint',
    'channel_status_unsupported',
    subscribed({ event: 'salesbot.message.delivered', channel: 'instagram' }),
  ],
  ['list-deliveries', 'event_unknown', { query: { event: 'odd' } }],
  ['create-post', 'required', { json: { versions: [{}] } }],
  ['create-post', 'too_long', post({ content: [{ body: LONG }] })],
  ['create-post', 'too_many_items', post({ content: many({ body: 'x' }) })],
  ['create-post', 'out_of_range', post({ account_id: -1 })],
  ['create-post', 'invalid_characters', post({ content: [{ body: CONTROL }] })],
  ['create-post', 'invalid_url', post({ content: [{ body: 'An idea', url: 'odd' }] })],
  ['create-post', 'invalid_date', post({}, { date: 'odd' })],
  ['create-post', 'invalid_time', post({}, { time: 'odd' })],
  ['create-post', 'original_version_invalid', post({ account_id: 1 })],
  ['create-post', 'version_account_not_listed', { json: { versions: [ORIGINAL, other(7)] } }],
  [
    'create-post',
    'duplicate_version_account',
    { json: { accounts: [1], versions: [ORIGINAL, other(1), other(1)] } },
  ],
  ['list-posts', 'invalid_characters', { query: { keyword: CONTROL } }],
  ['update-account', 'invalid_characters', { json: { name: CONTROL } }],
  ['update-tag', 'invalid_characters', { json: { name: CONTROL } }],
  ['update-tag', 'too_long', { json: { name: LONG } }],
  ['update-media', 'invalid_characters', { json: { alt_text: CONTROL } }],
  ['create-page', 'invalid_characters', page({ title: CONTROL })],
  ['create-page', 'too_long', page({ title: LONG })],
  ['create-page', 'invalid_format', page({ slug: CONTROL })],
  ['create-page', 'invalid_color', page({ avatar_color: 'odd' })],
  ['create-page', 'invalid_url', page({ settings: { seo: { image: 'odd' } } })],
  ['create-page', 'too_many_items', page({ settings: { pixels: many('').map(() => randomUUID()) } })],
  [
    'create-page',
    'password_conflict',
    page({ settings: { protection: { password: 'secret', clear_password: true } } }),
  ],
  ['create-page', 'font_unknown', page({ appearance: { font_override: 'odd' } })],
  ['update-block', 'invalid_characters', { json: { title: CONTROL } }],
  ['update-block', 'too_long', { json: { title: LONG } }],
  ['update-block', 'invalid_format', { json: { icon: 'odd' } }],
  ['create-pixel', 'required', { json: { tag_id: 'G-ABC1234567', name: 'Shop' } }],
  ['send-test-event', 'validation_failed', { json: { event: null, odd: 1 } }],
  ['get-health', 'unknown_parameter', { query: { odd: '1' } }],
  ['get-health', 'payload_too_large', { body: BIG }],
  ...['list-accounts', 'list-tags', 'list-media'].flatMap((list): Row[] => [
    [list, 'invalid_characters', { query: { keyword: CONTROL } }],
    [list, 'too_short', { query: { keyword: '' } }],
    [list, 'too_long', { query: { keyword: LONG } }],
    [list, 'parameter_conflict', { query: { page: '2', cursor: 'x' } }],
  ]),
  [
    'create-media-from-url',
    'invalid_characters',
    { json: { url: 'https://files.example.com/a.png', name: CONTROL } },
  ],
  ['delete-media-files', 'required', { json: {} }],
  ['return-post', 'invalid_characters', { json: { note: CONTROL } }],
  ...['schedule-post', 'submit-post', 'approve-post'].flatMap((operation): Row[] => [
    [operation, 'invalid_date', { json: { date: '2027-02-30', time: '09:30' } }],
    [operation, 'invalid_time', { json: { date: '2027-02-28', time: '9:30' } }],
    [operation, 'timezone_unknown', { json: { date: '2027-02-28', time: '09:30', timezone: 'Mars' } }],
    [operation, 'validation_failed', { json: { date: 'x', time: 'y' } }],
  ]),
  ...(['invalid_characters', 'too_short', 'too_long'] as const).flatMap((code): Row[] => {
    const text = { invalid_characters: CONTROL, too_short: '', too_long: LONG }[code];
    return [
      ['start-connection', code, { json: { redirect: text } }],
      ['complete-connection', code, { json: { state: text, code: 'c' } }],
      ['set-oauth-app', code, { json: { client_id: text, client_secret: 's' } }],
    ];
  }),
  ...['create-broadcast', 'update-broadcast'].flatMap((operation): Row[] => [
    [operation, 'out_of_range', { json: { sending: { rate_per_second: 0 } } }],
    [
      operation,
      'too_many_items',
      { json: { sending: { template: { language: 'en', parameters: many('x') } } } },
    ],
    [operation, 'validation_failed', { json: { name: '', sending: { rate_per_second: 0 } } }],
  ]),
  ['resume-broadcast', 'validation_failed', { json: { odd: 1, budget: 1 } }],
  ['start-connection', 'invalid_format', { json: { account: 'odd' } }],
  ['start-connection', 'validation_failed', { json: { account: 'odd', redirect: '' } }],
  ['complete-connection', 'required', { json: {} }],
  ['preview-post', 'required', { json: { versions: [{}] } }],
  ['preview-post', 'invalid_url', post({ content: [{ body: 'An idea', url: 'odd' }] })],
  ['preview-post', 'invalid_date', post({}, { date: 'odd' })],
  ['preview-post', 'invalid_time', post({}, { time: 'odd' })],
  ['preview-post', 'original_version_invalid', post({ account_id: 1 })],
  ['preview-post', 'version_account_not_listed', { json: { versions: [ORIGINAL, other(7)] } }],
  [
    'preview-post',
    'duplicate_version_account',
    { json: { accounts: [1], versions: [ORIGINAL, other(1), other(1)] } },
  ],
  ['schedule-post', 'schedule_conflict', { json: { postNow: true, date: '2027-02-28', time: '09:30' } }],
];

describe('errors of the content of a request', () => {
  let api: MemoryApi;
  let known: Known;

  beforeAll(async () => {
    ({ api, known } = await startSeededApi());
  });

  async function codesOf(name: string, request: ApiRequest): Promise<unknown[]> {
    const toClaimResult = { key: known.keys[0] ?? null, params: known.params, headers: { 'if-match': '*' } };
    const { body } = await api.call(name, { ...toClaimResult, ...request });
    const issues: { code: unknown }[] = body?.errors ?? [];
    return [body?.code, ...issues.map(({ code }) => code)];
  }

  it.each(ROWS)('%s returns %s', async (name, code, request) => {
    expect(await codesOf(name, request)).toContain(code);
  });

  it.each<[string, ApiRequest]>([
    ['create-member', { json: { name: 'A', email: 'a@example.com', role: 'viewer' } }],
    ['update-member', { json: { role: 'viewer' } }],
    ['delete-member', {}],
    ['delete-api-key', {}],
  ])('%s returns admin_required to a key whose member is no longer an admin', async (name, request) => {
    const member = aMember({ workspaceId: api.workspaceId, role: 'editor' });
    await api.putMember(member);
    const key = api.grant(PERMISSIONS, { memberId: member.id });

    expect(await codesOf(name, { key, ...request })).toContain('admin_required');
  });

  it.each<[ErrorCode, readonly object[]]>([
    ['required', [{}]],
    ['too_few_items', []],
    ['too_many_items', many(SIGN)],
  ])('update-block returns %s for the items of a block', async (code, items) => {
    const toClaimResult = { key: known.keys[0] ?? null, params: known.params };
    const made = await api.call('create-block', {
      ...toClaimResult,
      json: { type: 'social', items: [SIGN] },
    });
    const params = { ...known.params, block: made.body.data.id };

    expect(await codesOf('update-block', { params, json: { items } })).toContain(code);
  });
});
