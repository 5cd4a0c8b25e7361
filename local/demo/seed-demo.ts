import * as v from 'valibot';
import { readJsonFile } from '#local/json-file.ts';

const demoDataSchema = v.object({
  workspaceId: v.string(),
  apiKey: v.string(),
  secondAdminApiKey: v.string(),
  otherWorkspaceId: v.string(),
  otherApiKey: v.string(),
  pageSlug: v.string(),
});

/**
 * The demo data: a workspace with an admin key with every permission, the key of a second admin, another workspace with its
 * key, and a page.
 */
export type DemoData = v.InferOutput<typeof demoDataSchema>;

/**
 * What seeding needs to write through the platform's own stores: the variables of the functions, including the AWS endpoints.
 */
export type SeedContext = { readonly environment: Readonly<Record<string, string>>; readonly now: Date };

export type Seed = (context: SeedContext) => Promise<DemoData>;

const linkSchema = v.object({ consoleUrl: v.string() });

/** The console link of the last start, if there was one. */
export function readConsoleUrl(demoFile: string): string | undefined {
  const stored = v.safeParse(linkSchema, readJsonFile(demoFile));
  return stored.success ? stored.output.consoleUrl : undefined;
}

/** Seeds the data directory on its first start; later starts read the demo data from its file. */
export async function seedDemo(options: {
  readonly demoFile: string;
  readonly seed: Seed;
  readonly context: SeedContext;
}): Promise<DemoData> {
  const stored = v.safeParse(demoDataSchema, readJsonFile(options.demoFile));
  return stored.success ? stored.output : options.seed(options.context);
}
