import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { AuditEntry } from '#shared/platform/core/audit-entry.ts';
import { AN_ACTOR, anAuditEntry } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

const it = itWith(startWithLog);

const DAY = 86_400;

async function startWithLog() {
  const fixture = await startWorkspaceApi();
  const { api, call } = fixture;
  const ago = (seconds: number) => new Date(api.clock().getTime() - seconds * 1000);

  async function logged(overrides: Partial<AuditEntry> = {}): Promise<AuditEntry> {
    const entry = anAuditEntry({ workspaceId: api.workspaceId, at: ago(60), ...overrides });
    await api.audit.add([entry]);
    return entry;
  }

  async function idsOf(query: Record<string, string> = {}): Promise<string[]> {
    const { body } = await call('list-audit-events', { query });
    return body.data.map(({ id }: { id: string }) => id);
  }

  return { ...fixture, ago, logged, idsOf };
}

describe('list-audit-events', () => {
  it('shows who did what to which resource, and nothing else', async ({ logged, call }) => {
    const { id, at } = await logged({ resource: { type: 'page', id: 'page-1' } });
    const { status, body } = await call('list-audit-events');

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id,
          at: at.toISOString(),
          operation: 'update-page',
          request_id: 'request-1',
          actor: { kind: 'key', key_id: AN_ACTOR.key, member_id: AN_ACTOR.member },
          resource: { type: 'page', id: 'page-1' },
        },
      ],
      next_cursor: null,
      has_more: false,
    });
  });

  it('identifies the platform and operators without a key', async ({ logged, call }) => {
    await logged({ actor: { kind: 'system' } });

    expect((await call('list-audit-events')).body.data[0].actor).toEqual({ kind: 'system' });
  });

  it('lists newest first, or oldest first, page by page', async ({ ago, logged, idsOf, call }) => {
    const ids: string[] = [];
    for (const day of [3, 2, 1]) ids.push((await logged({ at: ago(day * DAY) })).id);
    const { body } = await call('list-audit-events', { query: { limit: '2' } });
    const rest = await call('list-audit-events', { query: { limit: '2', cursor: body.next_cursor } });

    expect(body.has_more).toBe(true);
    expect([...body.data, ...rest.body.data].map(({ id }) => id)).toEqual(ids.toReversed());
    expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(await idsOf({ order: 'asc' })).toEqual(ids);
  });

  it('filters by time, operation, resource, key and member', async ({ ago, logged, idsOf }) => {
    const [key, member] = [randomUUID(), randomUUID()];
    const { id } = await logged({
      at: ago(2 * DAY),
      operation: 'delete-pixel',
      resource: { type: 'pixel', id: 'x' },
      actor: { kind: 'key', key, member },
    });
    await logged({ at: ago(DAY) });
    const filters = [
      { until: ago(1.5 * DAY).toISOString() },
      { since: ago(2.5 * DAY).toISOString(), until: ago(1.5 * DAY).toISOString() },
      { operation: 'delete-pixel' },
      { resource: 'pixel' },
      { resource_id: 'X' },
      { key: key.toUpperCase() },
      { member },
    ];

    for (const filter of filters) expect(await idsOf(filter)).toEqual([id]);
    expect(await idsOf({ since: ago(1.5 * DAY).toISOString() })).not.toContain(id);
  });

  it('shows nothing that is older than 90 days, whatever the range', async ({ ago, logged, idsOf }) => {
    const { id } = await logged({ at: ago(90 * DAY) });
    await logged({ at: ago(90 * DAY + 0.001) });

    expect(await idsOf()).toEqual([id]);
    expect(await idsOf({ since: ago(200 * DAY).toISOString(), order: 'asc' })).toEqual([id]);
    expect(await idsOf({ since: ago(200 * DAY).toISOString(), until: ago(100 * DAY).toISOString() })).toEqual(
      [],
    );
  });

  it('shows nothing from another workspace', async ({ logged, idsOf }) => {
    await logged({ workspaceId: randomUUID() });

    expect(await idsOf()).toEqual([]);
  });

  it.each<[Record<string, string>, string]>([
    [{ resource: 'unicorn' }, '422 invalid_format'],
    [{ key: 'x' }, '422 invalid_format'],
    [{ operation: '' }, '422 too_short'],
    [{ since: 'yesterday' }, '422 invalid_format'],
    [{ since: '2026-11-20T00:00:00Z', until: '2026-11-19T00:00:00Z' }, '422 out_of_range'],
    [{ actor: 'me' }, '422 unknown_parameter'],
    [{ cursor: 'nonsense' }, '400 cursor_invalid'],
  ])('rejects %o', async (query, code, { call }) => {
    expect(codeOf(await call('list-audit-events', { query }))).toBe(code);
  });

  it('rejects a cursor that was issued for another filter', async ({ logged, call }) => {
    await logged();
    await logged();
    const { next_cursor: cursor } = (await call('list-audit-events', { query: { limit: '1' } })).body;
    const query = { limit: '1', cursor, resource: 'page' };

    expect(codeOf(await call('list-audit-events', { query }))).toBe('400 cursor_invalid');
  });
});
