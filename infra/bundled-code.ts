import { fileURLToPath } from 'node:url';
import { Code } from 'aws-cdk-lib/aws-lambda';

/** The bundled functions, in a folder each. The package of the construct has this folder at the same place as the repository. */
const BUNDLED = new URL('../dist/functions/', import.meta.url);

/** The bundle of a function. It must exist; this module does not need esbuild. */
export function bundledCode(name: string): Code {
  return Code.fromAsset(fileURLToPath(new URL(name, BUNDLED)));
}
