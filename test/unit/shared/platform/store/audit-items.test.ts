import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AUDITED_RESOURCES } from '#shared/platform/core/audit-entry.ts';
import type { Actor, Change } from '#shared/platform/core/change.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import {
  auditEntryOf,
  fromAuditItem,
  removalEntryWrite,
  toAuditItem,
} from '#shared/platform/store/audit-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toSecondaryChange, toLastChange } from '#shared/platform/store/write.ts';
import { aContext, anAuditEntry, NOW } from '#test/support/builders/platform/command-builders.ts';

const { change: CHANGE } = aContext();
const DAY_S = 86_400;

function anItem(overrides: Item = {}, change: Change = CHANGE): Item {
  return {
    pk: 'PG#page-1',
    sk: 'PG',
    resource: 'page',
    id: 'page-1',
    workspaceId: 'workspace-1',
    title: 'Secret',
    lastChange: toLastChange(change),
    ...overrides,
  };
}

describe('auditEntryOf', () => {
  it('records who did what to which resource when, but not its content', () => {
    expect(auditEntryOf(undefined, anItem())).toEqual({
      id: expect.any(String),
      workspaceId: 'workspace-1',
      at: NOW,
      actor: { kind: 'key', key: 'key-1', member: 'member-1' },
      operation: 'test',
      requestId: 'request-1',
      resource: { type: 'page', id: 'page-1' },
    });
  });

  it.each(AUDITED_RESOURCES)('recognises %s', (resource) => {
    expect(auditEntryOf(undefined, anItem({ resource }))?.resource.type).toBe(resource);
  });

  it.each<Actor>([{ kind: 'system' }, { kind: 'operator' }])('identifies a $kind', (actor) => {
    expect(auditEntryOf(undefined, anItem({}, { ...CHANGE, actor }))?.actor).toEqual(actor);
  });

  it('returns an entry for each change with its own nonce', () => {
    const later = anItem({}, { ...CHANGE, nonce: randomUUID() });

    expect(auditEntryOf(anItem(), later)).toMatchObject({ resource: { id: 'page-1' } });
  });

  it('returns none for a write outside a command', () => {
    expect(auditEntryOf(anItem(), anItem({ views: 2 }))).toBeNull();
  });

  it('gives none for what a command brings along', () => {
    expect(auditEntryOf(undefined, anItem({ lastChange: toSecondaryChange(CHANGE) }))).toBeNull();
  });

  it('returns none for items that are not resources, or of an unknown kind', () => {
    expect(auditEntryOf(undefined, anItem({ resource: undefined }))).toBeNull();
    expect(auditEntryOf(undefined, anItem({ resource: 'unicorn' }))).toBeNull();
    expect(auditEntryOf(undefined, { ...toAuditItem(anAuditEntry()) })).toBeNull();
  });

  it('uses the sequential id if there is one, and the id of the resource before that of the item', () => {
    expect(auditEntryOf(undefined, anItem({ id: 7 }))?.resource.id).toBe('7');
    expect(auditEntryOf(undefined, anItem({ resourceId: 'other' }))?.resource.id).toBe('other');
  });

  it('derives the id: the same change is the same entry, whatever the previous image', () => {
    const before = anItem({}, { ...CHANGE, nonce: 'earlier' });

    expect(auditEntryOf(before, anItem())).toEqual(auditEntryOf(undefined, anItem()));
  });

  it('returns two entries for one change of two resources', () => {
    const ids = [anItem(), anItem({ id: 'page-2' }), anItem({ resource: 'block' })].map(
      (item) => auditEntryOf(undefined, item)?.id,
    );

    expect(new Set(ids).size).toBe(3);
  });
});

describe('removalEntryWrite', () => {
  it('writes the entry that the last change of the item would have produced', () => {
    const subject = { resource: 'page', id: 'page-1', workspaceId: 'workspace-1' } as const;
    const entry = auditEntryOf(undefined, anItem());

    expect(removalEntryWrite(subject, CHANGE)).toEqual({
      kind: 'put',
      item: entry && toAuditItem(entry),
    });
  });
});

describe('an audit item', () => {
  it('belongs to its workspace and month, and is kept for 90 days', () => {
    const entry = anAuditEntry();

    expect(toAuditItem(entry)).toMatchObject({
      pk: `AU#${entry.workspaceId}#2026-06`,
      sk: entry.id,
      ttl: NOW.getTime() / 1000 + 90 * DAY_S,
    });
  });

  it('decodes to the entry', () => {
    const entry = anAuditEntry();

    expect(fromAuditItem(toAuditItem(entry))).toEqual(entry);
  });

  it('is rejected if it has another shape', () => {
    expect(() => fromAuditItem({ ...toAuditItem(anAuditEntry()), subject: undefined })).toThrow(
      MalformedItemError,
    );
  });
});
