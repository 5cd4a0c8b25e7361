import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import { idempotencyWrites } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { MediaStore } from '#shared/publishing/ports/media-store.ts';
import { fromMediaItem, toMediaItem } from './media-items.ts';
import { nextNumber } from './numbered-ids.ts';
import {
  createWrites,
  findNumbered,
  listNumbered,
  readNumbers,
  removeWrites,
  saveWrite,
} from './numbered-items.ts';

/** The media library's records in the core table, in a partition of their workspace. */
export function createDynamoMediaStore(table: Table): MediaStore {
  return {
    nextId: (workspaceId) => nextNumber(table, workspaceId, 'MD'),

    async create(media, context) {
      const writes = createWrites(table.name, 'MD', media, toMediaItem(media, context.change), context);
      await commit(table.client, writes, context.change.nonce);
    },

    async find(workspaceId, uuid) {
      const item = await findNumbered(table, workspaceId, 'MD', uuid);
      return item && fromMediaItem(item);
    },

    async findAll(workspaceId, ids) {
      return (await readNumbers(table, workspaceId, 'MD', ids)).map(fromMediaItem);
    },

    async list(workspaceId, page) {
      return (await listNumbered(table, workspaceId, 'MD', page)).map(fromMediaItem);
    },

    async save(before, after, context) {
      const save = saveWrite(table.name, before, toMediaItem(after, context.change));
      await commit(table.client, [...idempotencyWrites(table.name, context), save], context.change.nonce);
    },

    async remove(media, { change }) {
      const subject = { resource: 'media', id: media.uuid, workspaceId: media.workspaceId } as const;
      const writes = [
        ...removeWrites(table.name, 'MD', media),
        removalEntryWrite(table.name, subject, change),
      ];
      await commit(table.client, writes, change.nonce);
    },
  };
}
