import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import { idempotencyWrites } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { TagStore } from '#shared/publishing/ports/account-store.ts';
import { nextNumber } from './numbered-ids.ts';
import {
  createWrites,
  findNumbered,
  listNumbered,
  readNumbers,
  removeWrites,
  saveWrite,
} from './numbered-items.ts';
import { fromTagItem, toTagItem } from './tag-items.ts';

/** Tags in the core table, in a partition of their workspace. */
export function createDynamoTagStore(table: Table): TagStore {
  return {
    nextId: (workspaceId) => nextNumber(table, workspaceId, 'T'),

    async create(tag, context) {
      const writes = createWrites(table.name, 'T', tag, toTagItem(tag, context.change), context);
      await commit(table.client, writes, context.change.nonce);
    },

    async find(workspaceId, uuid) {
      const item = await findNumbered(table, workspaceId, 'T', uuid);
      return item && fromTagItem(item);
    },

    async findAll(workspaceId, ids) {
      return (await readNumbers(table, workspaceId, 'T', ids)).map(fromTagItem);
    },

    async list(workspaceId, page) {
      return (await listNumbered(table, workspaceId, 'T', page)).map(fromTagItem);
    },

    async save(before, after, context) {
      const save = saveWrite(table.name, before, toTagItem(after, context.change));
      await commit(table.client, [...idempotencyWrites(table.name, context), save], context.change.nonce);
    },

    async remove(tag, { change }) {
      const { workspaceId, uuid: id } = tag;
      const entry = removalEntryWrite(table.name, { resource: 'tag', id, workspaceId }, change);
      await commit(table.client, [...removeWrites(table.name, 'T', tag), entry], change.nonce);
    },
  };
}
