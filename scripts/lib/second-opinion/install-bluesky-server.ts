import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './bounded-process.ts';
import { CACHE } from './cache-folder.ts';
import { MissingToolError } from './opinion.ts';

const PDS = '0.5.35';
/** The directory that @atproto/dev-env starts. That package itself would also install the app view and the moderation service. */
const PLC = '0.0.1';
/** Their dependencies are the newest of this day. */
const BEFORE = '2026-11-20';

export const BLUESKY_SERVER = `@atproto/pds ${PDS}, @did-plc/server ${PLC}`;

/**
 * Returns the folder with the packages of the Bluesky server, which npm downloads on first use. Nothing is compiled
 * (sqlite-for-bluesky.ts).
 * @throws MissingToolError without the registry
 */
export async function installBlueskyServer(signal: AbortSignal): Promise<string> {
  const folder = join(CACHE, `bluesky-server-${PDS}-${PLC}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    const dependencies = { '@atproto/pds': PDS, '@did-plc/server': PLC };
    await writeFile(join(unfinished, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `--before=${BEFORE}`];
    const { code, output } = await runCommand({ command: 'npm', args, cwd: unfinished, signal });
    if (code !== 0)
      throw new MissingToolError(
        `${BLUESKY_SERVER} could not be installed: allow npm to read its registry.\n${output.slice(-2000)}`,
      );
    await rename(unfinished, folder);
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 });
  }
}
