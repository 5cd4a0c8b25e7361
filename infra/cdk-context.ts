import { fileURLToPath } from 'node:url';
import cdk from '#cdk.json' with { type: 'json' };

/** Root folder of the repository, which contains cdk.json, functions/ and dist/. */
export const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

/**
 * The feature flags of cdk.json. The CDK CLI passes them automatically. Tests and the local stack read the same file, so that
 * they synthesize the templates that are deployed. An import, because the package of the construct contains no cdk.json.
 */
export function cdkContext(): Readonly<Record<string, unknown>> {
  return cdk.context;
}
