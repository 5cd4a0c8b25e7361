import { Code } from 'aws-cdk-lib/aws-lambda';
import { functionFolder } from './bundling/bundle.ts';

/** The source of a function that is never deployed. With this hash, the CDK does not read the source, and no template depends on it. */
export function unbundledCode(name: string): Code {
  return Code.fromAsset(functionFolder(name), { assetHash: name });
}
