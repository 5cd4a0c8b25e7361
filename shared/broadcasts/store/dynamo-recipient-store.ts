import {
  type BroadcastControl,
  BroadcastHeldError,
  holdOf,
} from '#shared/broadcasts/domain/broadcast-control.ts';
import { dueOf, type Recipient } from '#shared/broadcasts/domain/recipient.ts';
import type { RecipientReader, RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { contactStored, contactUnchanged } from '#shared/messaging/store/contact-writes.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { type Item, keyOf, type Table, type WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  always,
  type Condition,
  isNew,
  putItem,
  revisionUnchanged,
  updateItem,
  type Write,
} from '#shared/platform/store/write.ts';
import { broadcastControlKey, recipientPartition } from './keys.ts';
import {
  countsKeys,
  countWrites,
  dueOfEntry,
  fromCountsItems,
  fromRecipientItem,
  keyOfRecipient,
  toRecipientAttributes,
  toRecipientItem,
} from './recipient-items.ts';
import { readAllRecipients, readByStatus } from './recipient-pages.ts';
import { fromControlItem, runWrite } from './run-items.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Sort before and after every index entry. */
const BEGINNING = '0';
const END = '~';

/** The reads of `createDynamoRecipientStore`, for operations that may not write. */
export function createDynamoRecipientReader(table: Table): RecipientReader {
  function entries(broadcastId: string, status: string, to: string, limit: number): Promise<Item[]> {
    const pk = recipientPartition(broadcastId, status);
    return table.query({ index: BY_OWNER, pk, from: BEGINNING, to, descending: false, limit });
  }

  return {
    async find(broadcastId, contactId) {
      const item = await table.get(keyOfRecipient({ broadcastId, contactId }));
      return item && fromRecipientItem(item);
    },

    async findAll(broadcastId, contactIds) {
      const keys = contactIds.map((contactId) => keyOfRecipient({ broadcastId, contactId }));
      return (await table.getAll(keys)).map(fromRecipientItem);
    },

    list(broadcastId, range) {
      const { status } = range;
      return status === undefined
        ? readAllRecipients(table, broadcastId, range)
        : readByStatus(table, broadcastId, { ...range, status });
    },

    async readCounts(broadcastId) {
      return fromCountsItems(await table.getAll(countsKeys(broadcastId)));
    },

    async listDue(broadcastId, status, until, limit) {
      const rows = await entries(broadcastId, status, `${until.toISOString()}${END}`, limit);
      const items = await table.getAll(rows.map(keyOf));
      // The index is eventually consistent, so the recipients themselves are checked.
      return items.map(fromRecipientItem).filter((each) => each.status === status && dueOf(each) <= until);
    },

    async nextDue(broadcastId, status) {
      const [first] = await entries(broadcastId, status, END, 1);
      return first && dueOfEntry(String(first['ownerSk']));
    },
  };
}

/** Recipients in the core table, in the index by broadcast and status. */
export function createDynamoRecipientStore(table: WritableTable): RecipientStore {
  return {
    ...createDynamoRecipientReader(table),

    async apply({ before, after }, changes) {
      const run = runWrite(before, after);
      const writes = changes.map((change) => writeOf(change.before, change.after));
      return (await tryWrite(table, run, undefined, [...writes, ...countWrites(changes)])).written;
    },

    async save(before, after, events, { change }) {
      await commit(table, { change }, [
        writeOf(before, after),
        ...countWrites([{ before, after }]),
        ...givenBack(before, after),
        // An erasure covers the events until its request, so none may be recorded after the contact was deleted.
        ...(events.length === 0 ? [] : [contactStored(after)]),
        ...events.map(eventWrite),
      ]);
    },

    async claim(claims, { control }, { change }) {
      const price = claims.reduce((sum, { before, after }) => sum + after.price - before.price, 0);
      const reserved = { expression: 'ADD reserved :price', values: { ':price': price } };
      await commit(table, { change }, [
        // First in order: the state of the broadcast explains more than the race for a recipient.
        updateItem(broadcastControlKey(control.broadcastId), reserved, maySend(control, price)),
        ...claims.map(({ before, after }) => writeOf(before, after)),
        ...claims.map(({ contact }) => contactUnchanged(contact)),
        ...countWrites(claims),
      ]);
    },
  };
}

function writeOf(before: Recipient | undefined, after: Recipient): Write {
  if (!before) return putItem(toRecipientItem(after), isNew);
  const update = setAttributes(toRecipientAttributes(after));
  return updateItem(keyOfRecipient(after), update, revisionUnchanged(before));
}

/** Subtracts the price of a message that was certainly not sent from the reserved amount. */
function givenBack(before: Recipient, after: Recipient): Write[] {
  const back = before.price - after.price;
  if (back <= 0) return [];
  const update = { expression: 'ADD reserved :back', values: { ':back': -back } };
  return [updateItem(broadcastControlKey(after.broadcastId), update, always)];
}

/**
 * The broadcast is neither paused nor ended, and the rest of its budget covers the prices. A condition of DynamoDB cannot add. It therefore
 * requires the budget that was read, and compares the reserved amount with a limit that was computed from this budget.
 */
function maySend({ budget }: BroadcastControl, price: number): Condition {
  const isRunning = 'attribute_not_exists(pausedAt) AND isStopped = :running';
  const onFailure = (found: Item | undefined) => heldError(found, budget, price);
  if (budget === null)
    return {
      expression: `${isRunning} AND attribute_not_exists(budget)`,
      values: { ':running': false },
      onFailure,
    };
  return {
    expression: `${isRunning} AND budget = :budget AND reserved <= :most`,
    values: { ':running': false, ':budget': budget, ':most': budget - price },
    onFailure,
  };
}

function heldError(found: Item | undefined, budget: number | null, price: number): Error | undefined {
  if (!found) return new BroadcastHeldError('stopped');
  const control = fromControlItem(found);
  const hold = holdOf(control, price) ?? (control.budget === budget ? undefined : 'changed');
  return hold && new BroadcastHeldError(hold);
}
