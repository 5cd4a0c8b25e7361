import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCdk } from './build-cdk.ts';
import { buildCli } from './build-cli.ts';
import { buildClient } from './build-client.ts';

const BUILDS = { client: buildClient, cli: buildCli, cdk: buildCdk };

/** The packages, each the name of its folder. */
export const PACKAGES = ['client', 'cli', 'cdk'] as const;

/**
 * Builds every package into a folder of its own below `outdir`, which is emptied. The same sources result in the same files.
 * @param repository `owner/name` on GitHub; npm compares it with the origin of a published package
 */
export function buildPackages(outdir: string, repository?: string): void {
  rmSync(outdir, { recursive: true, force: true });
  for (const name of PACKAGES) BUILDS[name](join(outdir, name), repository);
}
