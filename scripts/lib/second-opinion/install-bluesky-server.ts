import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runCommand } from './bounded-process.ts';
import { CACHE } from './cache-folder.ts';
import { MissingToolError } from './opinion.ts';

const PDS = '0.5.35';
/** The directory that @atproto/dev-env starts. That package itself would also install the app view and the moderation service. */
const PLC = '0.0.1';
/** Their dependencies are the newest of this day. */
const BEFORE = '2026-11-20';

export const BLUESKY_SERVER = `@atproto/pds ${PDS}, @did-plc/server ${PLC}`;

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Returns the folder with the packages of the Bluesky server, which npm downloads on first use. better-sqlite3 is compiled with the
 * headers that the package of Node contains, because its finished builds are not in the registry of npm.
 * @throws MissingToolError without the registry, or without a C++ compiler
 */
export async function installBlueskyServer(signal: AbortSignal): Promise<string> {
  const folder = join(CACHE, `bluesky-server-${PDS}-${PLC}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    const dependencies = { '@atproto/pds': PDS, '@did-plc/server': PLC };
    await writeFile(join(unfinished, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `--before=${BEFORE}`];
    await npm(install, 'allow npm to read its registry');
    await npm(
      ['rebuild', 'better-sqlite3'],
      'install a C++ compiler, make and Python 3 (Debian: g++, make, python3)',
    );
    await rename(unfinished, folder);
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 });
  }

  async function npm(args: readonly string[], advice: string): Promise<void> {
    const env = {
      ...process.env,
      npm_config_nodedir: headersOfNode(),
      npm_config_build_from_source: 'true',
      // A server of tests needs no fast SQLite, and compiling a fast one takes minutes.
      CFLAGS: '-O0',
      CXXFLAGS: '-O0',
    };
    const { code, output } = await runCommand({ command: 'npm', args, cwd: unfinished, env, signal });
    if (code !== 0)
      throw new MissingToolError(
        `${BLUESKY_SERVER} could not be installed by npm ${args[0]}: ${advice}.\n${output.slice(-2000)}`,
      );
  }
}

/** The folder of Node that has `include/node`. */
function headersOfNode(): string {
  const node = createRequire(join(ROOT, 'node_modules/node/package.json'));
  return dirname(node.resolve(`node-${process.platform}-${process.arch}/package.json`));
}
