import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { timeZoneName } from '#shared/platform/http/time-zone-field.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { memberFields } from '#shared/workspaces/http/member-body.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';
import { issueConsoleLink } from '#shared/workspaces/store/issue-console-link.ts';

const USAGE = `Creates a workspace with its first admin and prints the API key of the admin, which is shown only once.

  npm run bootstrap -- --table <core table> --workspace "Acme" --admin "Ada Lovelace" --email ada@example.com [--timezone Europe/Paris] [--api https://api.example.com]

With --api, the URL of the API, it also prints a link that opens the console for eight hours.
The name of the core table is an output of the data stack. AWS credentials and region are read from the environment. For the
running local stack, set AWS_ENDPOINT_URL_DYNAMODB to the URL that it prints and AWS_REGION=us-east-1, with any credentials, and use its table CoreTable.`;

const options = {
  table: { type: 'string' },
  workspace: { type: 'string' },
  admin: { type: 'string' },
  email: { type: 'string' },
  timezone: { type: 'string', default: 'UTC' },
  api: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** The limits of the API, so that a workspace cannot start with values that could not be set later. */
const newWorkspace = v.object({
  workspace: singleLine(1, 100),
  admin: memberFields.name,
  email: memberFields.email,
  timezone: timeZoneName,
  api: v.optional(v.pipe(v.string(), v.url('Use the URL of the API, such as https://api.example.com.'))),
});

try {
  await bootstrap();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}

async function bootstrap(): Promise<void> {
  const { table, workspace, admin, email, timezone, api, help } = parseArgs({ options }).values;
  const request = v.safeParse(newWorkspace, { workspace, admin, email, timezone, api });
  if (help || !table || !request.success) {
    const problems = request.issues?.map((issue) => `--${v.getDotPath(issue)}: ${issue.message}`) ?? [];
    console.error([...(help ? [] : problems), USAGE].join('\n'));
    process.exitCode = help ? 0 : 2;
    return;
  }
  const core = createTable(new DynamoDBClient(), table);
  const now = new Date();
  const { workspaceId, memberIds, apiKeys } = await bootstrapWorkspace(
    core,
    {
      name: request.output.workspace,
      timezone: request.output.timezone,
      admins: [{ name: request.output.admin, email: request.output.email }],
    },
    now,
  );
  const link = { workspaceId, memberId: memberIds[0] ?? '' };
  const origin = request.output.api && new URL(request.output.api).origin;
  const consoleUrl = origin && (await issueConsoleLink(core, link, origin, now));
  console.log(
    JSON.stringify({ workspaceId, apiKey: apiKeys[0], ...(consoleUrl ? { consoleUrl } : {}) }, null, 2),
  );
}
