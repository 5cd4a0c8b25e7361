import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { createConsoleUrl } from '#local/console-link.ts';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';

/** The workspace was created so long before its first start, so that it has a history. */
export const WORKSPACE_AGE_MS = 32 * DAY_MS;

/** How far the history is written, which ends at a time. */
const historySchema = v.object({ endsAt: v.number(), completedSteps: v.number(), isComplete: v.boolean() });

export type HistoryProgress = v.InferOutput<typeof historySchema>;

const storedSchema = v.object({
  workspaceId: v.string(),
  apiKey: v.string(),
  consoleUrl: v.optional(v.string()),
  /** Steps of `example-steps.ts` that are done. */
  completedSteps: v.number(),
  /** Absent in workspaces of earlier versions, which have no history. */
  history: v.optional(historySchema),
});

type Stored = v.InferOutput<typeof storedSchema>;

/** A workspace of a shop, to look at in the console. */
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
  const { workspaceId, apiKeys } = await bootstrapWorkspace(
    table,
    request,
    new Date(now.getTime() - WORKSPACE_AGE_MS),
  );
  const history = { endsAt: now.getTime(), completedSteps: 0, isComplete: false };
  return { workspaceId, apiKey: apiKeys[0] ?? '', completedSteps: 0, history };
}

export function countCompletedSteps(exampleFile: string): number {
  return readExample(exampleFile)?.completedSteps ?? 0;
}

export function saveCompletedSteps(exampleFile: string, completedSteps: number): void {
  writeJsonFile(exampleFile, { ...readExample(exampleFile), completedSteps });
}

/** How far the history of the workspace is written; undefined if it has none. */
export function readHistoryProgress(exampleFile: string): HistoryProgress | undefined {
  return readExample(exampleFile)?.history;
}

export function saveHistoryProgress(exampleFile: string, history: HistoryProgress): void {
  writeJsonFile(exampleFile, { ...readExample(exampleFile), history });
}

function readExample(exampleFile: string): Stored | undefined {
  const stored = v.safeParse(storedSchema, readJsonFile(exampleFile));
  return stored.success ? stored.output : undefined;
}
