import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bootstrapWorkspace } from '#shared/store/bootstrap-workspace.ts';
import { createTable } from '#shared/store/table.ts';

const USAGE = `Creates a workspace with its first admin and prints the admin's API key, once.

  npm run bootstrap -- --table <core table> --workspace "Acme" --admin "Ada Lovelace" --email ada@example.com [--timezone Europe/Paris]

The core table's name is an output of the data stack. AWS credentials and region come from the environment; against the
running local stack set AWS_ENDPOINT_URL_DYNAMODB to the address it prints.`;

const { values } = parseArgs({
  options: {
    table: { type: 'string' },
    workspace: { type: 'string' },
    admin: { type: 'string' },
    email: { type: 'string' },
    timezone: { type: 'string', default: 'UTC' },
  },
});
const { table, workspace, admin, email, timezone } = values;

if (!table || !workspace || !admin || !email || !isTimeZone(timezone)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const { workspaceId, apiKeys } = await bootstrapWorkspace(
    createTable(new DynamoDBClient(), table),
    { name: workspace, timezone, admins: [{ name: admin, email }] },
    new Date(),
  );
  console.log(JSON.stringify({ workspaceId, apiKey: apiKeys[0] }, null, 2));
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
