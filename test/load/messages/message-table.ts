import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { newConversation } from '#shared/messaging/domain/conversation.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoConversationStore } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageReader } from '#shared/messaging/store/dynamo-message-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';

const AT_ONCE = 16;

/** The core table of a running stack. */
export function openMessageTable({
  dynamodbUrl,
  coreTable,
}: {
  readonly dynamodbUrl: string;
  readonly coreTable: string;
}) {
  const { region, credentials } = LOCAL_AWS;
  const client = new DynamoDBClient({ endpoint: dynamodbUrl, region, credentials });
  const table = createTable(client, coreTable);
  const contacts = createDynamoContactStore(table);
  const conversations = createDynamoConversationStore(table);
  const messages = createDynamoMessageReader(table);

  return {
    /** A contact with an open conversation for each phone number; returns the ids of the conversations. */
    async addConversations(
      { workspaceId, phoneNumberId }: { readonly workspaceId: string; readonly phoneNumberId: string },
      phones: readonly string[],
    ): Promise<readonly string[]> {
      const now = new Date();
      return inParallel(phones, async (phone) => {
        const contact = aContact({ id: newId(now), workspaceId, phone, platform: 'sms' });
        await contacts.create(contact, [], aContext());
        const identity = { workspaceId, contactId: contact.id, platform: 'sms', phoneNumberId } as const;
        const conversation = newConversation({ id: newId(now), ...identity }, now);
        await conversations.create(conversation, aContext());
        return conversation.id;
      });
    },

    /** Messages by id, strongly consistent. */
    async readMessages(workspaceId: string, ids: readonly string[]): Promise<readonly Message[]> {
      return inParallel(ids, async (id) => {
        const found = await messages.find(workspaceId, id);
        if (!found) throw new Error(`The message ${id} is lost`);
        return found;
      });
    },

    close: () => client.destroy(),
  };
}

/** Maps in the given order, a few items at a time. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return results;
}
