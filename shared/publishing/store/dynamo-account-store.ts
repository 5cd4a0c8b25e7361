import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { idempotencyWrites } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/write.ts';
import { requestRemoval } from '#shared/publishing/domain/account-removal.ts';
import type { AccountStore } from '#shared/publishing/ports/account-store.ts';
import { fromAccountItem, toAccountItem } from './account-items.ts';
import { toAccountRemovalItem } from './account-removal-items.ts';
import { nextNumber } from './numbered-ids.ts';
import {
  createWrites,
  findNumbered,
  listNumbered,
  readNumbers,
  removeWrites,
  saveWrite,
} from './numbered-items.ts';

/** Social accounts in the core table, in a partition of their workspace. */
export function createDynamoAccountStore(table: Table): AccountStore {
  const recording = (event: RecordedEvent | null, change: Change): Write[] =>
    event ? [eventWrite(table.name, event, change)] : [];

  return {
    nextId: (workspaceId) => nextNumber(table, workspaceId, 'A'),

    async create(account, event, context) {
      const { change } = context;
      const writes = createWrites(table.name, 'A', account, toAccountItem(account, change), context);
      await commit(table.client, [...writes, ...recording(event, change)], change.nonce);
    },

    async find(workspaceId, uuid) {
      const item = await findNumbered(table, workspaceId, 'A', uuid);
      return item && fromAccountItem(item);
    },

    async findAll(workspaceId, ids) {
      return (await readNumbers(table, workspaceId, 'A', ids)).map(fromAccountItem);
    },

    async list(workspaceId, page) {
      return (await listNumbered(table, workspaceId, 'A', page)).map(fromAccountItem);
    },

    async save(before, after, event, context) {
      const { change } = context;
      const save = saveWrite(table.name, before, toAccountItem(after, change));
      const remember = idempotencyWrites(table.name, context);
      await commit(table.client, [...remember, save, ...recording(event, change)], change.nonce);
    },

    async remove(account, event, { change }) {
      const { workspaceId, uuid: id } = account;
      const entry = removalEntryWrite(table.name, { resource: 'account', id, workspaceId }, change);
      const writes = removeWrites(table.name, 'A', account);
      const item = toAccountRemovalItem(requestRemoval(account, change.at), change);
      const removal: Write = { kind: 'put', table: table.name, item };
      await commit(table.client, [...writes, entry, removal, ...recording(event, change)], change.nonce);
    },
  };
}
