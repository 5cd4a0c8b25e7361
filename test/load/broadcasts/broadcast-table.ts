import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { wokenRun } from '#shared/broadcasts/domain/broadcast-run.ts';
import type { RecipientCounts } from '#shared/broadcasts/domain/recipient-counts.ts';
import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import { createDynamoBroadcastRuns } from '#shared/broadcasts/store/dynamo-broadcast-runs.ts';
import { createDynamoRecipientReader } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { createDynamoContactStore } from '#shared/messaging/store/dynamo-contact-store.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { inParallel } from '#test/load/messages/message-table.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';

/** Recipients of one read. */
const PAGE = 100;

type Place = { readonly dynamodbUrl: string; readonly coreTable: string };

/** Uses the core table of a running stack. After a restart, the table has another address. */
export async function withBroadcasts<Result>(
  { dynamodbUrl, coreTable }: Place,
  use: (table: BroadcastTable) => Promise<Result>,
): Promise<Result> {
  const { region, credentials } = LOCAL_AWS;
  const client = new DynamoDBClient({ endpoint: dynamodbUrl, region, credentials, maxAttempts: 1 });
  try {
    return await use(openBroadcastTable(client, coreTable));
  } finally {
    client.destroy();
  }
}

export type BroadcastTable = ReturnType<typeof openBroadcastTable>;

function openBroadcastTable(client: DynamoDBClient, coreTable: string) {
  const table = createTable(client, coreTable);
  const contacts = createDynamoContactStore(table);
  const runs = createDynamoBroadcastRuns(table);
  const recipients = createDynamoRecipientReader(table);

  return {
    async addContacts(added: readonly Contact[]): Promise<void> {
      await inParallel(added, (contact) => contacts.create(contact, [], aContext()));
    },

    counts: (broadcastId: string): Promise<RecipientCounts> => recipients.readCounts(broadcastId),

    /** The recipients of these contacts in their order, strongly consistent. */
    async readRecipients(broadcastId: string, ids: readonly string[]): Promise<(Recipient | undefined)[]> {
      const pages = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, page) =>
        ids.slice(page * PAGE, (page + 1) * PAGE),
      );
      const read = await inParallel(pages, (page) => recipients.findAll(broadcastId, page));
      const found = new Map(read.flat().map((each) => [each.contactId, each]));
      return ids.map((id) => found.get(id));
    },

    /**
     * Plans the next run for now, also beside one that is at work: a killed run would continue up to a minute later by itself. Returns the
     * job, which the stream consumer sends to the queue; undefined if the broadcast has ended.
     */
    async startRun(workspaceId: string, id: string): Promise<ScheduledJob | undefined> {
      for (;;) {
        const found = await runs.find(workspaceId, id);
        if (!found?.run.due) return undefined;
        const woken = wokenRun(found.run, new Date());
        if (!(await runs.advance(found.run, woken))) continue;
        return { resource: 'broadcast_run', id, workspaceId, seq: woken.dueSeq, dueAt: Date.now() };
      }
    },
  };
}
