import { randomUUID } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { directoryKey } from '#shared/platform/store/keys.ts';

/**
 * A minimal ingestion: one strongly consistent read of the directory and one write of the item, in the number of attributes and
 * bytes of the real one. It checks neither the caller nor the event, and logs nothing.
 */
const dynamo = new DynamoDBClient();
const table = process.env['CORE_TABLE'];
const workspaceId = process.env['FLOOR_WORKSPACE'] ?? '';
/** What the real function stores for this event. The baseline does not compress. */
const BODY_BYTES = 118;
const MATCH_BYTES = 18;
const DIRECTORY = marshall(directoryKey(workspaceId, 0));

export async function handler({ body: text }: { readonly body: string }) {
  const { event, data } = JSON.parse(text);
  const { Item: directory } = await dynamo.send(
    new GetItemCommand({ TableName: table, Key: DIRECTORY, ConsistentRead: true }),
  );
  const matches = Object.keys(directory?.['endpoints']?.M ?? {});
  const id = randomUUID();
  const now = Date.now();
  const occurredAt = new Date(now).toISOString();
  const body = JSON.stringify({ id, event, occurred_at: occurredAt, workspace_id: workspaceId, data });
  await dynamo.send(
    new PutItemCommand({
      TableName: table,
      Item: {
        pk: { S: `V#${occurredAt.slice(0, 16)}#1` },
        sk: { S: id },
        kind: { S: 'event' },
        fanOut: { N: String(matches.length) },
        workspaceId: { S: workspaceId },
        event: { S: event },
        product: { S: 'salesbot' },
        test: { BOOL: false },
        body: { B: Buffer.from(body).subarray(0, BODY_BYTES) },
        matches: { B: Buffer.alloc(1 + MATCH_BYTES * matches.length) },
        recordedAt: { N: String(now) },
        correlationId: { S: id },
        ttl: { N: String(Math.ceil(now / 1000)) },
      },
    }),
  );
  return { statusCode: 202, body: JSON.stringify({ data: { id, matched_endpoints: matches.length } }) };
}
