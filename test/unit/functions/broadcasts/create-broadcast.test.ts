import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, aBroadcastBody, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';

const BASE = 'https://api.example.com/api/v1/broadcasts';

describe('create-broadcast', () => {
  it('creates a draft with the fields that were sent', async () => {
    const audience = { tags: ['customers'], contact_ids: [], min: 1.5, nested: { __proto: null } };
    const { api, created, broadcast, stored } = await startBroadcastApi({
      name: '  Spring sale ',
      channel: 'whatsapp',
      message: { type: 'template', body: ' kept as it is \n' },
      audience,
      requires_approval: true,
    });

    expect(created.headers).toMatchObject({ Location: `${BASE}/${broadcast}`, ETag: '"1"' });
    expect(created.body.data).toEqual({
      revision: '1',
      id: broadcast,
      source: 'platform',
      name: 'Spring sale',
      sender: 'external',
      sending: null,
      progress: null,
      channel: 'whatsapp',
      message: { type: 'template', body: ' kept as it is \n' },
      audience,
      requires_approval: true,
      state: 'draft',
      scheduled_at: null,
      blocked_reason: null,
      approval: null,
      changed_since_approval: false,
      approval_waived_by: null,
      recipients: 0,
      sent: 0,
      failed: 0,
      error: null,
      started_at: null,
      finished_at: null,
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
    expect(stored()).toMatchObject({ workspaceId: api.workspaceId, due: null });
  });

  it('requires only a name and a message', async ({ created }) => {
    expect(created.body.data).toMatchObject({ channel: 'all', audience: null, requires_approval: false });
  });

  it('creates one broadcast for an Idempotency-Key', async ({ api, key }) => {
    const request = { key, json: aBroadcastBody(), headers: { 'idempotency-key': 'once' } };
    const first = await api.call('create-broadcast', request);
    const again = await api.call('create-broadcast', request);

    expect(again.text).toBe(first.text);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(api.core.broadcasts.size).toBe(2);
  });

  it('accepts texts of the maximum length in code points', async () => {
    const { created } = await startBroadcastApi({
      name: '😀'.repeat(255),
      message: { type: 'text', body: '😀'.repeat(4096) },
    });

    expect(created.status).toBe(201);
  });
});

/** Invalid fields, for create and update alike. */
const WRONG = [
  ['name', 'empty', '', 'too_short'],
  ['name', 'only white space', '  ', 'too_short'],
  ['name', 'too long', 'x'.repeat(256), 'too_long'],
  ['name', 'of two lines', 'a\nb', 'invalid_characters'],
  ['name', 'with NUL', 'a\0b', 'invalid_characters'],
  ['name', 'with a lone surrogate', 'a\ud800', 'invalid_characters'],
  ['name', 'a number', 7, 'invalid_type'],
  ['name', 'null', null, 'invalid_type'],
  ['message', 'a string', 'hello', 'invalid_type'],
  ['message', 'a list', [], 'invalid_type'],
  ['message/type', 'unknown', { type: 'sticker', body: 'x' }, 'message_type_unsupported'],
  ['message/type', 'empty', { type: '', body: 'x' }, 'message_type_unsupported'],
  ['message/type', 'a number', { type: 1, body: 'x' }, 'invalid_type'],
  ['message/body', 'empty', { type: 'text', body: '' }, 'too_short'],
  ['message/body', 'too long', { type: 'text', body: 'x'.repeat(4097) }, 'too_long'],
  ['message/body', 'with ESC', { type: 'text', body: '\u001b[0m' }, 'invalid_characters'],
  ['message/text', 'unknown', { type: 'text', body: 'x', text: 'x' }, 'unknown_field'],
  ['channel', 'unknown', 'fax', 'channel_unknown'],
  ['channel', 'null', null, 'invalid_type'],
  ['audience', 'a list', [], 'audience_invalid'],
  ['audience', 'a string', 'everybody', 'audience_invalid'],
  ['audience', 'too large', { tags: 'x'.repeat(16_384) }, 'audience_invalid'],
  ['audience', 'too large in bytes', { tags: 'ä'.repeat(8192) }, 'audience_invalid'],
  ['audience', 'too deep', nested(33), 'audience_invalid'],
  ['requires_approval', 'a string', 'true', 'invalid_type'],
  ['requires_approval', 'null', null, 'invalid_type'],
  ['colour', 'unknown', 'red', 'unknown_field'],
  ['state', 'read-only', 'in_flight', 'field_not_updatable'],
  ['revision', 'read-only', '1', 'field_not_updatable'],
  ['scheduled_at', 'set by another operation', '2030-01-01T00:00:00Z', 'field_not_updatable'],
  ['approval', 'set by another operation', null, 'field_not_updatable'],
  ['sent', 'set by another operation', 7, 'field_not_updatable'],
] as const;

function nested(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level += 1) value = { a: value };
  return value;
}

describe.each(['create-broadcast', 'update-broadcast'] as const)('%s, errors of fields', (operation) => {
  it.each(WRONG)('rejects a %s that is %s', async (place, _, value, code) => {
    const { api, run, stored } = await startBroadcastApi();
    const [member = ''] = place.split('/');
    const json = { ...(operation === 'create-broadcast' ? aBroadcastBody() : {}), [member]: value };
    const { status, body } = await run(operation, { json });

    expect([status, body.code]).toEqual([422, code]);
    expect(body.errors).toMatchObject([{ pointer: `#/${place}`, code }]);
    expect([api.core.broadcasts.size, stored().revision]).toEqual([1, 1]);
  });

  it('refers to the operation that sets the time', async ({ run }) => {
    const json = { ...aBroadcastBody(), scheduled_at: null };

    expect((await run(operation, { json })).body).toMatchObject({ use: 'scheduleBroadcast' });
  });

  it('rejects an audience that is nested too deeply', async ({ run }) => {
    const deep = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
    const body = `{"name":"n","message":{"type":"text","body":"b"},"audience":${deep}}`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' };
    const response = await run(operation, { body, headers });

    expect([response.status, response.body.code]).toEqual([422, 'audience_invalid']);
  });

  it('accepts values at the limits', async ({ run }) => {
    const audience = { a: 'x'.repeat(16_384 - '{"a":""}'.length) };

    expect((await run(operation, { json: aBroadcastBody({ audience }) })).status).toBeLessThan(300);
    expect((await run(operation, { json: aBroadcastBody({ audience: nested(32) }) })).status).toBeLessThan(
      300,
    );
  });
});

describe('create-broadcast, errors of its own', () => {
  it.each([
    [{}, ['#/name', '#/message']],
    [{ name: 'n', message: {} }, ['#/message/type', '#/message/body']],
    [{ name: 'n', message: { type: 'text' } }, ['#/message/body']],
  ])('requires what %j lacks', async (json, pointers, { run }) => {
    const { status, body } = await run('create-broadcast', { json });

    expect([status, body.code]).toEqual([422, 'required']);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });
});
