import { setTimeout as wait } from 'node:timers/promises';
import {
  DescribeTableCommand,
  type DynamoDBClient,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';

/** A restore of a table takes from ten minutes to some hours. */
const POLL_MS = 30_000;

/** Restores a table to a point in time as a new table, and returns its name when it can be read. */
export async function restoreToPointInTime(
  client: DynamoDBClient,
  table: string,
  to: Date,
  print: (line: string) => void,
): Promise<string> {
  const name = `${table}-restored-${to.toISOString().replaceAll(/[:.]/gu, '-')}`;
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table,
      TargetTableName: name,
      RestoreDateTime: to,
      // Only the items are needed: indexes would double time and price.
      GlobalSecondaryIndexOverride: [],
    }),
  );
  print(`restoring ${table} as of ${to.toISOString()} to the new table ${name}`);
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    if (Table?.TableStatus === 'ACTIVE') return name;
    await wait(POLL_MS);
  }
}
