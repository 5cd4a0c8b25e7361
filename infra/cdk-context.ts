import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Root folder of the repository, which contains cdk.json, functions/ and dist/. */
export const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

/**
 * The feature flags of cdk.json. The CDK CLI passes them automatically. Tests and the local stack read the same file, so that
 * they synthesize the templates that are deployed.
 */
export function cdkContext(): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8'));
  if (typeof parsed !== 'object' || parsed === null || !('context' in parsed)) return {};
  return Object.fromEntries(Object.entries(parsed.context ?? {}));
}
