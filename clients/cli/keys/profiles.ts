import { join } from 'node:path';
import { isRecord } from '#cli/api/problem.ts';
import { EXIT, CommandError, wrongUsage } from '#cli/command/command-error.ts';
import { jsonOf } from '#cli/command/json.ts';
import type { Outside } from '#cli/command/outside.ts';

export const DEFAULT_PROFILE = 'default';
export const DEFAULT_HOST = 'http://127.0.0.1:3000';

/** A stored login. The key is here only if the machine has no keyring. */
export type Profile = {
  readonly host: string;
  readonly workspace: string;
  readonly key_in: 'keyring' | 'file';
  readonly key?: string;
};

type Profiles = Readonly<Record<string, Profile>>;
type Machine = Pick<Outside, 'env' | 'home' | 'files' | 'keyring'>;

/** The folder of everything that the command line stores. */
export function folderOf({ env, home }: Pick<Outside, 'env' | 'home'>): string {
  const base = env['XDG_CONFIG_HOME'];
  // The XDG specification ignores relative paths.
  return join(base?.startsWith('/') ? base : join(home, '.config'), 'workspace-platform');
}

export function profilesFile(machine: Pick<Outside, 'env' | 'home'>): string {
  return join(folderOf(machine), 'profiles.json');
}

/** @throws CommandError if the file is damaged */
export async function readProfiles(machine: Machine): Promise<Profiles> {
  const path = profilesFile(machine);
  const text = (await machine.files.read(path))?.toString();
  if (text === undefined) return {};
  const stored = jsonOf(text);
  if (!isRecord(stored))
    throw new CommandError(EXIT.usage, `${path} is damaged. Delete it and log in again.`);
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, Profile] => isProfile(entry[1])),
  );
}

/** Stores a login and returns where the key is. */
export async function storeProfile(
  machine: Machine,
  name: string,
  { host, workspace, key }: { host: string; workspace: string; key: string },
): Promise<Profile['key_in']> {
  const keyring = await machine.keyring();
  const isKept = keyring !== undefined && (await succeeds(keyring.write(name, key)));
  const profile: Profile = isKept
    ? { host, workspace, key_in: 'keyring' }
    : { host, workspace, key_in: 'file', key };
  await writeProfiles(machine, { ...(await readProfiles(machine)), [name]: profile });
  return profile.key_in;
}

/** Forgets a login. Returns false if there is none. */
export async function removeProfile(machine: Machine, name: string): Promise<boolean> {
  const { [name]: removed, ...others } = await readProfiles(machine);
  if (!removed) return false;
  if (removed.key_in === 'keyring') await (await machine.keyring())?.remove(name);
  await writeProfiles(machine, others);
  return true;
}

/** The key of a login; undefined if the keyring does not have it any more. */
export async function keyOf(machine: Machine, name: string, profile: Profile): Promise<string | undefined> {
  if (profile.key_in === 'file') return profile.key;
  return (await machine.keyring())?.read(name);
}

/** @throws CommandError unless the name can be used in files and keyrings */
export function requireProfileName(name: string): string {
  if (/^[\w.-]{1,64}$/u.test(name) && !['__proto__', 'constructor'].includes(name)) return name;
  throw wrongUsage('The name of a profile has 1 to 64 letters, digits, ".", "_" or "-".');
}

/**
 * The origin of an API. A key is sent in plain text only to this machine.
 * @throws CommandError if the URL cannot be used
 */
export function requireHost(text: string): URL {
  const url = URL.parse(text);
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    throw wrongUsage('The host must be an origin such as https://api.example.com, without a path.');
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw wrongUsage(`Use https://${url.host}: a key is sent without encryption only to this machine.`);
  return url;
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/u.test(hostname);
}

async function writeProfiles(machine: Machine, profiles: Profiles): Promise<void> {
  await machine.files.writePrivately(profilesFile(machine), `${JSON.stringify(profiles, undefined, 2)}\n`);
}

function isProfile(value: unknown): value is Profile {
  return (
    isRecord(value) &&
    typeof value['host'] === 'string' &&
    typeof value['workspace'] === 'string' &&
    (value['key_in'] === 'keyring' || (value['key_in'] === 'file' && typeof value['key'] === 'string'))
  );
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
