import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable as createEmulatedTable } from '#bench/memory/aws-parts.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { startDynamoDb } from '#local/dynamodb/dynoxide.ts';
import { newBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { sendBroadcast } from '#shared/broadcasts/domain/start-broadcast.ts';
import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { newContact } from '#shared/messaging/domain/contact-edit.ts';
import { newPhoneNumber, verifiedNumber } from '#shared/messaging/domain/phone-number.ts';
import { toContactItem } from '#shared/messaging/store/contact-items.ts';
import { createDynamoPhoneNumberStore } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { createTable, type WritableTable } from '#shared/platform/store/table.ts';
import { always, putItem } from '#shared/platform/store/write.ts';

const TABLE = 'core';

/** Contacts of one transaction. */
const AT_ONCE = 100;

/** The phone number of the first contact; the others follow it. */
const FIRST_PHONE = 12_025_000_000;

export type BroadcastParts = Awaited<ReturnType<typeof startBroadcastParts>>;

/** A core table in an emulator, with contacts and a broadcast of text messages to all of them that was just sent. */
export async function startBroadcastParts(recipients: number) {
  const directory = await mkdtemp(join(tmpdir(), 'workspace-broadcast-'));
  const database = await startDynamoDb({ directory, externalEndpoint: undefined });
  const { region, credentials } = LOCAL_AWS;
  const client = new DynamoDBClient({ endpoint: database.endpoint, region, credentials });
  await createEmulatedTable(client, TABLE, CORE_TABLE);
  const core = createTable(client, TABLE);
  const workspaceId = randomUUID();
  await addContacts(core, workspaceId, recipients);
  const broadcastId = await startBroadcast(core, workspaceId);
  return {
    client,
    core,
    workspaceId,
    broadcastId,
    async stop(): Promise<void> {
      client.destroy();
      await database.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The place of a contact among all, from its phone number. */
export function placeOf(phone: string): number {
  return Number(phone.slice(1)) - FIRST_PHONE;
}

/** Without the uniqueness items of their phone numbers, which a broadcast does not read. */
async function addContacts(core: WritableTable, workspaceId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const now = new Date();
    const items = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => {
      const phone = `+${FIRST_PHONE + from + index}`;
      const { contact } = newContact({ id: newId(now), workspaceId }, { name: 'Ada Moreau', phone }, now);
      return putItem(toContactItem(contact, changeAt(now)), always);
    });
    await commitWrites(core, items, randomUUID());
  }
}

async function startBroadcast(core: WritableTable, workspaceId: string): Promise<string> {
  const now = new Date();
  const context = () => ({ change: changeAt(now), idempotencyRecord: null });
  const identity = { platform: 'sms', phone: '+14155550100', originationId: 'phone-1' } as const;
  const numbers = createDynamoPhoneNumberStore(core);
  const number = newPhoneNumber({ id: newId(now), workspaceId, businessAccountId: null, ...identity }, now);
  await numbers.create(number, context());
  const facts = { phone: identity.phone, isActive: true, workspace: workspaceId, businessAccountId: null };
  await numbers.save(number, verifiedNumber(number, facts, now), context());

  const draft = newBroadcast(
    { id: newId(now), workspaceId },
    {
      name: 'Benchmark',
      message: { type: 'text', body: 'We are open again.' },
      channel: 'sms',
      audience: '{}',
      requiresApproval: false,
      sender: 'platform',
      sending: {
        platform: 'sms',
        phoneNumberId: null,
        ratePerSecond: null,
        quietHours: null,
        budget: null,
        messageEvents: 'none',
        template: null,
        mediaId: null,
      },
    },
    now,
  );
  const broadcasts = createDynamoBroadcastStore(core);
  await broadcasts.create(draft, context());
  await broadcasts.save(draft, sendBroadcast(draft, true, now).broadcast, context());
  return draft.id;
}

function changeAt(at: Date): Change {
  const trace = { operation: 'send-broadcast', requestId: randomUUID(), nonce: randomUUID() };
  return { actor: { kind: 'system' }, at, ...trace };
}
