import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Root of the repository, where cdk.json, functions/ and dist/ are. */
export const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

/**
 * The feature flags of cdk.json. The CLI passes them by itself; tests and the local stack read the same file, so that they
 * see the templates that are deployed.
 */
export function cdkContext(): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8'));
  if (typeof parsed !== 'object' || parsed === null || !('context' in parsed)) return {};
  return Object.fromEntries(Object.entries(parsed.context ?? {}));
}
