import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { functionFolders } from '#infra/bundling/function-folders.ts';
import { synthesizeApart } from './synthesize-apart.ts';
import { cachedTemplates, type Templates } from './template-cache.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/local-templates.json');

const templatesSchema = v.record(v.string(), v.unknown());

/**
 * The templates to run: those of the file, or of the stage `dev`. The CDK is loaded only if an input of the last synthesis has
 * changed: a synthesis takes longer than all other steps of a start.
 */
export async function readTemplates(file: string | undefined): Promise<Templates> {
  if (file !== undefined) return v.parse(templatesSchema, JSON.parse(readFileSync(file, 'utf8')));
  return cachedTemplates({
    file: CACHE,
    root: ROOT,
    about: JSON.stringify([
      process.version,
      cdkVariables(),
      [...functionFolders(join(ROOT, 'functions')).keys()],
    ]),
    synthesize: () => synthesizeApart(ROOT),
  });
}

/** The CDK reads feature flags and settings from these variables. */
function cdkVariables(): readonly string[] {
  return Object.entries(process.env)
    .filter(([name]) => name.startsWith('CDK_'))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();
}
