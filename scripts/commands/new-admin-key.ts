import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { issueAdminKey } from '#scripts/lib/issue-admin-key.ts';
import { createTable } from '#shared/platform/store/table.ts';

const USAGE = `Creates an API key for an admin of a workspace whose keys are all lost, and prints it once.

  npm run new-admin-key -- --table <core table> --workspace <workspace id> --email ada@example.com

Verify first that the request comes from that admin (docs/runbooks/lost-admin-key.md). The name of the core table is an output of
the data stack. AWS credentials and region are read from the environment.`;

const options = {
  table: { type: 'string' },
  workspace: { type: 'string' },
  email: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

try {
  const { table, workspace, email, help } = parseArgs({ options }).values;
  if (help || !table || !workspace || !email) {
    console.error(USAGE);
    process.exitCode = help ? 0 : 2;
  } else {
    const core = createTable(new DynamoDBClient(), table);
    const issued = await issueAdminKey(core, { workspaceId: workspace, email }, new Date());
    console.log(JSON.stringify(issued, null, 2));
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
