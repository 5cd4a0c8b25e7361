import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { freePort } from '#local/free-port.ts';
import { type RunningProcess, runCommand, startProcess } from './bounded-process.ts';
import { MissingToolError } from './opinion.ts';
import { untilServing } from './until-serving.ts';
import { withoutAws } from './without-aws.ts';

/** Where the package of Debian has WordPress. */
const INSTALLED = '/usr/share/wordpress';
const ADVICE =
  'install the packages wordpress, php-cli, php-mysql, php-gd and mariadb-server-core of Debian 12 or newer';
const OWN_FILES = join(import.meta.dirname, 'wordpress');
const WORKERS = '4';
const STARTS_WITHIN_MS = 60_000;
const POLL_MS = 200;
const installedSchema = v.object({ password: v.string(), version: v.string(), php: v.string() });

export type WordPressSite = {
  readonly origin: string;
  /** An application password of the administrator `root`. */
  readonly password: string;
  readonly versions: string;
  stop(): Promise<void>;
};

/**
 * Starts a WordPress site with a database of its own. All of its data is below `folder`. The web server is on the loopback interface, the
 * database only on a socket in `folder`.
 * @throws MissingToolError without WordPress, PHP or MariaDB
 */
export async function startWordPressSite(folder: string, signal: AbortSignal): Promise<WordPressSite> {
  if (!existsSync(join(INSTALLED, 'wp-settings.php')))
    throw new MissingToolError(`There is no WordPress on this machine: ${ADVICE}.`);
  const site = join(folder, 'www/blog');
  await cp(INSTALLED, site, { recursive: true, dereference: true, filter: (file) => !isOwned(file) });
  await mkdir(join(site, 'wp-content/mu-plugins'), { recursive: true });
  await cp(join(OWN_FILES, 'wp-config.php'), join(site, 'wp-config.php'));
  await cp(join(OWN_FILES, 'rules.php'), join(site, 'wp-content/mu-plugins/rules.php'));

  const socket = join(folder, 'db.sock');
  const database = await startDatabase(folder, socket, signal);
  const env = { ...withoutAws(process.env), WORDPRESS_SOCKET: socket, WORDPRESS_FOLDER: site };
  let server: RunningProcess | undefined;
  async function stop(): Promise<void> {
    await server?.stop();
    await database.stop();
  }
  try {
    const args = [join(OWN_FILES, 'install.php')];
    const { code, stdout, output } = await runCommand({ command: 'php', args, env, signal });
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    if (code !== 0 || !last.startsWith('{'))
      throw new Error(`WordPress was not installed.\n${output.slice(-2000)}`);
    const { password, version, php } = v.parse(installedSchema, JSON.parse(last));

    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    server = startProcess({
      command: 'php',
      args: ['-S', `127.0.0.1:${port}`, '-t', join(folder, 'www'), join(OWN_FILES, 'router.php')],
      cwd: folder,
      env: { ...env, PHP_CLI_SERVER_WORKERS: WORKERS },
      signal,
    });
    await untilServing('WordPress', server, `${origin}/blog/wp-json/`, signal);
    return { origin, password, versions: `WordPress ${version}, PHP ${php}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the package of Debian puts in the place of the configuration. */
function isOwned(file: string): boolean {
  return file === join(INSTALLED, 'wp-config.php');
}

async function startDatabase(folder: string, socket: string, signal: AbortSignal): Promise<RunningProcess> {
  const data = join(folder, 'db');
  const options = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`];
  const prepared = await runCommand({
    command: 'mariadb-install-db',
    args: [...options, '--auth-root-authentication-method=normal', '--skip-test-db'],
    signal,
  });
  if (prepared.code !== 0) throw new Error(`MariaDB has no data folder.\n${prepared.output.slice(-2000)}`);
  const statements = join(folder, 'create.sql');
  await writeFile(statements, 'CREATE DATABASE wordpress CHARACTER SET utf8mb4;\n');
  const database = startProcess({
    command: 'mariadbd',
    args: [
      ...options,
      `--socket=${socket}`,
      '--skip-networking',
      `--pid-file=${join(folder, 'db.pid')}`,
      `--init-file=${statements}`,
    ],
    signal,
  });
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < deadline && database.isRunning()) {
    signal.throwIfAborted();
    if (await accepts(socket)) return database;
    await delay(POLL_MS);
  }
  await database.stop();
  throw new Error(`MariaDB did not start:\n${database.output().slice(-2000)}`);
}

async function accepts(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
