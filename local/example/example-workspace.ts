import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { createConsoleUrl } from '#local/console-link.ts';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';
import { createExamplePage } from './example-page.ts';

const storedSchema = v.object({
  workspaceId: v.string(),
  apiKey: v.string(),
  consoleUrl: v.optional(v.string()),
  /** Steps of `example-steps.ts` that are done. */
  completedSteps: v.number(),
});

type Stored = v.InferOutput<typeof storedSchema>;

/** A workspace with endpoints, events and failures, to look at in the console. */
export type ExampleWorkspace = {
  readonly workspaceId: string;
  readonly apiKey: string;
  /** A link that opens the console as the admin of this workspace. */
  readonly consoleUrl: string;
};

/** Creates the workspace on the first start; later starts read it from its file. Every start gets a console link. */
export async function openExampleWorkspace(options: {
  readonly coreTable: string;
  readonly exampleFile: string;
  readonly baseUrl: string;
  readonly now: Date;
}): Promise<ExampleWorkspace> {
  const { coreTable, exampleFile, baseUrl, now } = options;
  const stored = readExample(exampleFile) ?? (await create(coreTable, now));
  const { workspaceId, apiKey, consoleUrl: previous } = stored;
  const consoleUrl = await createConsoleUrl({ coreTable, apiKey, previous, baseUrl, now });
  writeJsonFile(exampleFile, { ...stored, consoleUrl } satisfies Stored);
  return { workspaceId, apiKey, consoleUrl };
}

async function create(coreTable: string, now: Date): Promise<Stored> {
  const admins = [{ name: 'Rosa Admin', email: 'rosa@example.com' }];
  const timezone = 'Europe/Berlin';
  const request = { name: 'Example shop', timezone, admins };
  const table = createTable(new DynamoDBClient(), coreTable);
  const { workspaceId, apiKeys } = await bootstrapWorkspace(table, request, now);
  await createExamplePage(table, { workspaceId, timezone }, now);
  return { workspaceId, apiKey: apiKeys[0] ?? '', completedSteps: 0 };
}

export function countCompletedSteps(exampleFile: string): number {
  return readExample(exampleFile)?.completedSteps ?? 0;
}

export function saveCompletedSteps(exampleFile: string, completedSteps: number): void {
  writeJsonFile(exampleFile, { ...readExample(exampleFile), completedSteps });
}

function readExample(exampleFile: string): Stored | undefined {
  const stored = v.safeParse(storedSchema, readJsonFile(exampleFile));
  return stored.success ? stored.output : undefined;
}
