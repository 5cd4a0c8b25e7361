import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDynamoManagedRecords } from '#shared/events/store/dynamo-managed-records.ts';
import { derivedId, newId } from '#shared/platform/runtime/ids.ts';
import type { Table } from '#shared/platform/store/table.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

/** The consistency of the read with which the store looks for a record. */
async function readFor(id: string): Promise<string | undefined> {
  let read: string | undefined;
  const table: Pick<Table, 'get'> = {
    async get(_key, consistency = 'strong') {
      read = consistency;
      return undefined;
    },
  };
  await createDynamoManagedRecords(table).has(randomUUID(), 'message', id, NOW);
  return read;
}

describe('the read for a managed record', () => {
  it('costs half for a record that is older than an hour', async () => {
    expect(await readFor(newId(secondsAfterNow(-3600)))).toBe('eventual');
  });

  it('is strongly consistent for a younger record, so that a new record is found', async () => {
    expect(await readFor(newId(secondsAfterNow(-3599)))).toBe('strong');
    expect(await readFor(newId(secondsAfterNow(60)))).toBe('strong');
  });

  it('is strongly consistent for a received message, whose id contains the time at which it was sent', async () => {
    expect(await readFor(derivedId(secondsAfterNow(-86_400), 'aws 1'))).toBe('strong');
  });

  it('is omitted for an id of another version, because no managed record has one', async () => {
    expect(await readFor(randomUUID())).toBeUndefined();
  });
});
