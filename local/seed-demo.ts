import * as v from 'valibot';
import { readJsonFile } from './json-file.ts';

const demoDataSchema = v.object({
  workspaceId: v.string(),
  apiKey: v.string(),
  secondAdminApiKey: v.string(),
  otherWorkspaceId: v.string(),
  otherApiKey: v.string(),
  pageSlug: v.string(),
});

/** The demo workspace: a key with every permission, one of a second admin, and another workspace with its key, and a page. */
export type DemoData = v.InferOutput<typeof demoDataSchema>;

/** What a seed needs to write through the product's own store: the variables functions see, AWS endpoints included. */
export type SeedContext = { readonly environment: Readonly<Record<string, string>>; readonly now: Date };

export type Seed = (context: SeedContext) => Promise<DemoData>;

/** Seeds on the first start of a data directory; later starts find the demo data in its file. */
export async function seedDemo(options: {
  readonly demoFile: string;
  readonly seed: Seed;
  readonly context: SeedContext;
}): Promise<DemoData> {
  const stored = v.safeParse(demoDataSchema, readJsonFile(options.demoFile));
  return stored.success ? stored.output : options.seed(options.context);
}
