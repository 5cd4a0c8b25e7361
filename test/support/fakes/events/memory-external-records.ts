import type { Erasable, ErasedContact } from '#shared/events/ports/erasable.ts';
import type { ExternalRecordReader, ExternalRecordWriter } from '#shared/events/ports/external-records.ts';
import {
  contactOf,
  type ExternalRecord,
  type RecordIdentity,
  withNews,
  withoutEvents,
} from '#shared/events/records/external-record.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { derivedId, timeOfId } from '#shared/platform/runtime/ids.ts';
import { type MemoryCore, withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import { isManagedInMemory } from './memory-managed-records.ts';

/** Records of other systems over a memory core. */
export function createMemoryExternalRecords(
  core: MemoryCore,
): ExternalRecordReader & ExternalRecordWriter & Erasable<ErasedContact> {
  const { externalRecords: records } = core;

  function isErased(workspaceId: string, contactId: string | null, recordedAt: Date): boolean {
    const contact = contactId === null ? null : hashContact(contactId);
    return [...core.erasures.values()].some(
      (each) =>
        each.workspaceId === workspaceId && each.contact === contact && recordedAt <= each.requestedAt,
    );
  }

  return {
    async find(workspaceId, type, id) {
      return structuredClone(records.get(placeOf({ workspaceId, type, id })));
    },

    async list(workspaceId, type, { order, limit, after }) {
      const all = [...records.values()]
        .filter((each) => each.workspaceId === workspaceId && each.type === type)
        .toSorted((a, b) => (a.position < b.position ? -1 : 1));
      if (order === 'desc') all.reverse();
      const further = all.filter(
        ({ position }) => after === undefined || (order === 'asc' ? position > after : position < after),
      );
      const page = further.slice(0, limit);
      return {
        records: structuredClone(page),
        readTo: further.length > limit ? page.at(-1)?.position : undefined,
      };
    },

    async learn(events) {
      let written = 0;
      for (const { workspaceId, contactId, recordedAt, news } of events) {
        if (isErased(workspaceId, contactId, recordedAt)) continue;
        for (const each of news.filter((one) => !isManagedInMemory(core, one))) {
          const before = records.get(placeOf(each));
          const after = withNews(before, [each], derivedId(recordedAt, `${each.type}${each.id}`));
          if (after === before) continue;
          records.set(placeOf(each), after);
          written += 1;
        }
      }
      return written;
    },

    async erase({ workspaceId, contact, requestedAt }, hasTime) {
      for (const record of records.values()) {
        if (record.workspaceId !== workspaceId || !belongsTo(record, contact)) continue;
        if (!hasTime()) return false;
        const after = withoutEvents(record, ({ eventId }) => timeOfId(eventId) <= requestedAt);
        if (after) records.set(placeOf(record), after);
        else records.delete(placeOf(record));
      }
      return true;
    },
  };
}

function placeOf({ workspaceId, type, id }: RecordIdentity): string {
  return withinWorkspace(workspaceId, `${type}/${id}`);
}

function belongsTo(record: ExternalRecord, contact: string): boolean {
  const id = record.type === 'contact' ? record.id : contactOf(record);
  return id !== undefined && hashContact(id) === contact;
}
