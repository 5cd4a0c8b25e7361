import { EXIT, CommandError, FileError } from '#cli/command/command-error.ts';
import type { Outside } from '#cli/command/outside.ts';
import {
  DEFAULT_HOST,
  DEFAULT_PROFILE,
  keyOf,
  readProfiles,
  requireHost,
  requireProfileName,
} from './profiles.ts';

type Wanted = { readonly profile: string | undefined; readonly host: string | undefined };

/** The host and the key to use, and the profile that they belong to. */
export type Credentials = { readonly host: URL; readonly key: string; readonly profile: string };

/** The name of the profile: the option, then the environment, then the default. */
export function profileName({ env }: Pick<Outside, 'env'>, wanted: string | undefined): string {
  return requireProfileName(wanted ?? setting(env, 'WORKSPACE_PLATFORM_PROFILE') ?? DEFAULT_PROFILE);
}

/** The host that the options or the environment name. */
export function wantedHost({ env }: Pick<Outside, 'env'>, wanted: string | undefined): URL | undefined {
  const text = wanted ?? setting(env, 'WORKSPACE_PLATFORM_HOST');
  return text === undefined ? undefined : requireHost(text);
}

/** The key of the environment. */
export function environmentKey({ env }: Pick<Outside, 'env'>): string | undefined {
  return setting(env, 'WORKSPACE_PLATFORM_KEY');
}

/**
 * Chooses the credentials of a request. A stored key is sent only to the host that it was stored for.
 * @throws CommandError if there is no key, or the host is another one
 */
export async function chooseCredentials(
  outside: Pick<Outside, 'env' | 'home' | 'files' | 'keyring'>,
  wanted: Wanted,
): Promise<Credentials> {
  const profile = profileName(outside, wanted.profile);
  const host = wantedHost(outside, wanted.host);
  const fromEnvironment = environmentKey(outside);
  const profiles = await readProfiles(outside).catch((error: unknown) => {
    // A key of the environment needs no home folder.
    if (fromEnvironment !== undefined && error instanceof FileError) return {};
    throw error;
  });
  const stored = new Map(Object.entries(profiles)).get(profile);
  if (fromEnvironment !== undefined) {
    const key = requireKeyForm(fromEnvironment);
    return { host: host ?? requireHost(stored?.host ?? DEFAULT_HOST), key, profile };
  }
  if (!stored)
    throw new CommandError(
      EXIT.credentials,
      `The profile "${profile}" has no key. Run "workspace-platform login", or set WORKSPACE_PLATFORM_KEY.`,
    );
  const own = requireHost(stored.host);
  if (host && host.origin !== own.origin)
    throw new CommandError(
      EXIT.credentials,
      `The key of the profile "${profile}" belongs to ${own.origin} and is not sent to ${host.origin}. ` +
        `Run "workspace-platform login --host ${host.origin} --profile <name>", or set WORKSPACE_PLATFORM_KEY.`,
    );
  const key = await keyOf(outside, profile, stored);
  if (key !== undefined) return { host: own, key, profile };
  throw new CommandError(
    EXIT.credentials,
    `The keyring does not return the key of the profile "${profile}". Unlock the keyring, or log in again.`,
  );
}

/** @throws CommandError unless the text can be a key. The text is not repeated, because it can be a mistyped key. */
export function requireKeyForm(text: string): string {
  const key = text.trim();
  if (/^[!-~]{8,200}$/u.test(key)) return key;
  throw new CommandError(
    EXIT.credentials,
    'This is not an API key. A key begins with wsk_ and has no spaces.',
  );
}

/** An environment variable; an empty one counts as missing. */
function setting(env: Outside['env'], name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === '' ? undefined : value;
}
