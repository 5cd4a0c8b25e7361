import type { Keyring } from '#cli/keys/keyring.ts';

const SERVICE = 'workspace-platform';
/** An account that never has a password, to find out whether the keyring responds. */
const PROBE = 'probe';
/** A keyring that waits for a person to unlock it responds later. */
const PROBE_MS = 30_000;

/**
 * Without this, the package falls back to the keyring of the Linux kernel, which is in memory: the key would be gone after a restart.
 */
const LASTING = { linux: { store: 'secret-service' } } as const;

/** The keyring of the operating system. Undefined if the optional package is not installed, or if no keyring responds (Linux without a desktop). */
export async function systemKeyring(): Promise<Keyring | undefined> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    const entry = (account: string) => new AsyncEntry(SERVICE, account, LASTING);
    await entry(PROBE).getPassword(AbortSignal.timeout(PROBE_MS));
    return {
      read: async (account) => (await entry(account).getPassword()) ?? undefined,
      write: (account, key) => entry(account).setPassword(key),
      remove: async (account) => void (await entry(account).deletePassword()),
    };
  } catch {
    return undefined;
  }
}
