import { describe, expect, it } from 'vitest';
import type { Keyring } from '#clients/cli/keys/keyring.ts';
import {
  type FakeOptions,
  HOST,
  json,
  KEY,
  ME,
  respondWith,
  runFake,
} from '#test/support/fakes/clients/fake-outside.ts';

const FILE = '/home/ada/.config/workspace-platform/profiles.json';
const PRODUCTION = 'https://api.example.com';
const send = respondWith({ 'GET /api/v1/me': ME });

function memoryKeyring(): Keyring & { readonly keys: Map<string, string> } {
  const keys = new Map<string, string>();
  return {
    keys,
    read: async (account) => keys.get(account),
    write: async (account, key) => void keys.set(account, key),
    remove: async (account) => void keys.delete(account),
  };
}

/** Logs in and returns the machine for the next command. */
async function loggedIn(options: FakeOptions = {}, args: readonly string[] = []) {
  const result = await runFake(['login', ...args], { env: {}, input: `${KEY}\n`, send, ...options });
  return { ...result, machine: { env: {}, send, files: result.files, ...options } };
}

describe('login', () => {
  it('stores the key in the keyring, and says so', async () => {
    const keyring = memoryKeyring();
    const { exitCode, files, seen } = await loggedIn({ keyring });

    expect(exitCode).toBe(0);
    expect(keyring.keys).toEqual(new Map([['default', KEY]]));
    expect(files.get(FILE)).not.toContain(KEY);
    expect(seen()).toContain('the keyring of the operating system');
    expect(seen()).not.toContain(KEY);
  });

  it.each([
    ['without a keyring', undefined],
    [
      'with a keyring that is locked',
      { ...memoryKeyring(), write: () => Promise.reject(new Error('locked')) },
    ],
  ])('stores the key in a file %s, and says so', async (_, keyring) => {
    const { exitCode, files, seen } = await loggedIn(keyring ? { keyring } : {});

    expect(exitCode).toBe(0);
    expect(files.get(FILE)).toContain(KEY);
    expect(seen()).toContain(FILE);
    expect(seen()).not.toContain(KEY);
  });

  it('asks on a terminal, without showing the key', async () => {
    const { exitCode, questions, seen } = await loggedIn({ typed: [KEY] });

    expect(exitCode).toBe(0);
    expect(questions).toEqual([`API key of ${HOST} (not shown): `]);
    expect(seen()).not.toContain(KEY);
  });

  it('stores nothing if the API rejects the key', async () => {
    const reject = () => json({ code: 'api_key_invalid', detail: 'Wrong key.' }, 401);
    const { exitCode, files } = await loggedIn({ send: reject });

    expect(exitCode).toBe(3);
    expect(files.size).toBe(0);
  });

  it('sends the new key of a profile to the host of the profile', async () => {
    const { machine } = await loggedIn({}, ['--host', PRODUCTION]);
    const { exitCode, requests } = await loggedIn(machine);

    expect([exitCode, requests[0]?.url.origin]).toEqual([0, PRODUCTION]);
  });

  it('sends no key without encryption, except to this machine', async () => {
    for (const host of [
      'http://api.example.com',
      'http://127.evil.com',
      'http://localhost.evil.com',
      'ftp://localhost',
    ]) {
      const { exitCode, requests } = await loggedIn({}, ['--host', host]);
      expect([host, exitCode, requests]).toEqual([host, 2, []]);
    }
    for (const host of ['http://localhost:3000', 'http://[::1]:3000', PRODUCTION]) {
      const { exitCode, requests } = await loggedIn({}, ['--host', host]);
      expect([exitCode, requests[0]?.url.origin]).toEqual([0, host]);
    }
  });

  it.each(['', 'two words', 'umlaut-ä-key'])('rejects %j, which is no key', async (input) => {
    const { exitCode, requests } = await loggedIn({ input });

    expect([exitCode, requests]).toEqual([3, []]);
  });
});

describe('a stored key', () => {
  it('is sent to its host', async () => {
    const { machine } = await loggedIn({}, ['--host', PRODUCTION]);
    const { exitCode, requests } = await runFake(['whoami'], machine);

    expect(exitCode).toBe(0);
    expect(requests[0]?.url.origin).toBe(PRODUCTION);
    expect(requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
  });

  it.each([
    ['--host', ['--host', 'https://evil.example.com'], {}],
    ['WORKSPACE_PLATFORM_HOST', [], { WORKSPACE_PLATFORM_HOST: 'https://evil.example.com' }],
  ])('is not sent to another host of %s', async (_, args, env) => {
    const { machine } = await loggedIn({}, ['--host', PRODUCTION]);
    const { exitCode, requests, messages } = await runFake(['whoami', ...args], { ...machine, env });

    expect([exitCode, requests]).toEqual([3, []]);
    expect(messages()).toContain(`belongs to ${PRODUCTION} and is not sent to https://evil.example.com`);
  });

  it('belongs to a profile', async () => {
    const { machine } = await loggedIn({}, ['--profile', 'production', '--host', PRODUCTION]);

    expect((await runFake(['whoami'], machine)).exitCode).toBe(3);
    expect((await runFake(['whoami', '--profile', 'production'], machine)).exitCode).toBe(0);
    const env = { WORKSPACE_PLATFORM_PROFILE: 'production' };
    expect((await runFake(['whoami'], { ...machine, env })).exitCode).toBe(0);
    const { output } = await runFake(['profiles', '--json'], machine);
    expect(JSON.parse(output()).data).toEqual([
      { profile: 'production', host: PRODUCTION, workspace: 'w1', key_in: 'file', current: false },
    ]);
    expect(output()).not.toContain(KEY);
  });

  it('is overridden by the environment', async () => {
    const { machine } = await loggedIn();
    const env = { WORKSPACE_PLATFORM_KEY: 'wsk_other_key', WORKSPACE_PLATFORM_HOST: PRODUCTION };
    const { requests } = await runFake(['whoami'], { ...machine, env });

    expect(requests[0]?.url.origin).toBe(PRODUCTION);
    expect(requests[0]?.headers['authorization']).toBe('Bearer wsk_other_key');
  });

  it.each(['../x', '', 'a b', '__proto__', 'a'.repeat(65)])(
    'has no profile with the name %j',
    async (name) => {
      expect((await runFake(['whoami', `--profile=${name}`], { send })).exitCode).toBe(2);
    },
  );

  it('is asked for again if the keyring has lost it', async () => {
    const keyring = memoryKeyring();
    const { machine } = await loggedIn({ keyring });
    keyring.keys.clear();
    const { exitCode, messages } = await runFake(['whoami'], machine);

    expect(exitCode).toBe(3);
    expect(messages()).toContain('log in again');
  });

  it('is deleted by logout', async () => {
    const keyring = memoryKeyring();
    const { machine } = await loggedIn({ keyring });
    const { exitCode, files } = await runFake(['logout'], machine);

    expect(exitCode).toBe(0);
    expect(keyring.keys.size).toBe(0);
    expect((await runFake(['logout'], { ...machine, files })).exitCode).toBe(3);
    expect((await runFake(['whoami'], { ...machine, files })).exitCode).toBe(3);
  });

  it('is in a file that is not overwritten when it is damaged', async () => {
    const files = new Map([[FILE, '{']]);
    const { exitCode, messages } = await runFake(['profiles'], { env: {}, files });

    expect(exitCode).toBe(2);
    expect(messages()).toContain('is damaged');
  });
});
