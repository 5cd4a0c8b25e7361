import * as v from 'valibot';
import type { Erasure } from '#shared/events/recording/erasure.ts';
import { contactInLog } from '#shared/events/recording/log-entry.ts';
import { fromLogItem, toEntryText } from '#shared/events/store/event-log-items.ts';
import { eventLogKey } from '#shared/events/store/keys.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { instant, itemCodec, ttlOf } from '#shared/platform/store/item-schema.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import { exists, updateItem } from '#shared/platform/store/write.ts';
import type { LogRedactions } from '#shared/privacy/ports/log-redactions.ts';
import { logRedactionKey } from './keys.ts';

/** An erasure is complete after a day. */
const KEPT_MS = DAY_MS;

/** Items updated concurrently. */
const AT_ONCE = 25;

/** Before every event. */
const NEVER = new Date(0);

const redactionItem = itemCodec(
  v.object({ workspaceId: v.string(), startedAt: instant, position: v.number(), isComplete: v.boolean() }),
);

/** Redactions of the logs in the delivery table. */
export function createDynamoLogRedactions(table: WritableTable): LogRedactions {
  return {
    async findLast(workspaceId) {
      const item = await table.get(logRedactionKey(workspaceId));
      return item && redactionItem.decode(item);
    },

    async start(redaction) {
      const attributes = {
        ...redactionItem.encode(redaction),
        ttl: ttlOf(new Date(redaction.startedAt.getTime() + KEPT_MS)),
      };
      const later = { expression: 'attribute_not_exists(pk) OR startedAt < :startedAt' };
      const key = logRedactionKey(redaction.workspaceId);
      return (await tryWrite(table, updateItem(key, setAttributes(attributes), later))).written;
    },

    async *redact({ workspaceId, position }, erasures, onMalformed) {
      const contacts = erasedContacts(erasures);
      let readUnits = 0;
      const pages = partitionPages(table, {
        partition: eventLogKey(workspaceId, 0).pk,
        after: eventLogKey(workspaceId, position).sk,
        onUnits: (units) => void (readUnits = units),
      });
      for await (const items of pages) {
        const found = items.map((item) => () => redactItem(item));
        for (let from = 0; from < found.length; from += AT_ONCE)
          await Promise.all(found.slice(from, from + AT_ONCE).map((redact) => redact()));
        const last = items.at(-1);
        if (last) yield { position: Number(last['sk']), readUnits };
      }

      async function redactItem(item: Item): Promise<void> {
        try {
          const { sequence, entries } = fromLogItem(item);
          const redacted = entries.flatMap((entry, index) =>
            entry.contact !== null && timeOfId(entry.id) <= (contacts.get(entry.contact) ?? NEVER)
              ? [{ index, text: toEntryText({ ...entry, contact: null }) }]
              : [],
          );
          if (redacted.length === 0) return;
          // The list of entries never changes otherwise, so the indexes remain valid.
          const update = {
            expression: `SET ${redacted.map(({ index }) => `entries[${index}] = :e${index}`).join(', ')}`,
            values: Object.fromEntries(redacted.map(({ index, text }) => [`:e${index}`, text])),
          };
          await tryWrite(table, updateItem(eventLogKey(workspaceId, sequence), update, exists));
        } catch (error) {
          if (!(error instanceof MalformedItemError)) throw error;
          onMalformed(error);
        }
      }
    },

    async advance({ startedAt, ...redaction }) {
      const { position, isComplete } = redaction;
      const update = setAttributes({ position, isComplete });
      const same = { expression: 'startedAt = :started', values: { ':started': startedAt.getTime() } };
      await tryWrite(table, updateItem(logRedactionKey(redaction.workspaceId), update, same));
    },
  };
}

/** The contacts to remove, as entries have them, each with the time of its last request. */
function erasedContacts(erasures: readonly Erasure[]): ReadonlyMap<string, Date> {
  const contacts = new Map<string, Date>();
  for (const { contact, requestedAt } of erasures) {
    const key = contactInLog(contact);
    if (requestedAt > (contacts.get(key) ?? NEVER)) contacts.set(key, requestedAt);
  }
  return contacts;
}
