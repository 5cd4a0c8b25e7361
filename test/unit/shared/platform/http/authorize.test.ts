import { describe, expect } from 'vitest';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { DEFAULT_RATE_LIMITS } from '#shared/platform/core/rate-limit.ts';
import { authorize, createAuthenticator } from '#shared/platform/http/authorize.ts';
import { requirePrincipal } from '#shared/platform/http/operation.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anApiKey } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createMemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { createMemoryApiKeyStore } from '#test/support/fakes/workspaces/memory-api-key-store.ts';
import { anHttpEvent, type RequestParts } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const it = itWith(setUp);

let counter = 0;
const text = generateApiKey((below) => (counter += 7) % below);
const unknown = generateApiKey((below) => (counter += 11) % below);
const mistyped = `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;

function setUp(
  overrides: Partial<ApiKey> = {},
  credential: 'workspace-key' | 'workspace-key-only' = 'workspace-key',
) {
  const core = createMemoryCore();
  const key = anApiKey({ ...overrides, hash: hashApiKey(text) });
  core.apiKeys.set(key.hash, key);
  const keys = createMemoryApiKeyStore(core);
  const reads: string[] = [];
  const notes: string[] = [];
  const log = createRecordingLog();
  let isBroken = false;
  const { authenticate } = createAuthenticator(
    { kind: 'key', credential, rule: 'all-of', permissions: [] },
    {
      ...keys,
      async findByHash(hash) {
        reads.push(hash);
        return keys.findByHash(hash);
      },
      async recordKeyUse(found, now) {
        if (isBroken) throw new Error('Table is down');
        notes.push(found.id);
        await keys.recordKeyUse(found, now);
      },
    },
    log,
  );

  async function run(parts: RequestParts, receivedAt = NOW) {
    return authenticate(anHttpEvent(parts), receivedAt);
  }

  function breakDown(): void {
    isBroken = true;
  }

  return {
    key,
    core,
    reads,
    notes,
    log,
    breakDown,
    run,
    as: (credentialText: string, at = NOW) => run({ headers: { 'x-api-key': credentialText } }, at),
  };
}

describe('authenticate', () => {
  it('returns the principal of a valid key after one read', async ({ key, reads, run }) => {
    expect(await run({ headers: { authorization: `Bearer ${text}` } })).toEqual({
      workspaceId: key.workspaceId,
      keyId: key.id,
      keyHash: key.hash,
      keyExpiresAt: null,
      isConsoleKey: false,
      memberId: key.memberId,
      permissions: new Set(key.permissions),
      rateLimits: DEFAULT_RATE_LIMITS,
    });
    expect(reads).toEqual([hashApiKey(text)]);
  });

  it('needs one read for a well-formed key that is unknown', async ({ reads, as }) => {
    await expect(as(unknown)).rejects.toMatchObject({ code: 'api_key_invalid' });
    expect(reads).toHaveLength(1);
  });

  it.each([mistyped, 'wsk_short', `${text}x`, 'sk_live_x', '..'])('needs no read for %s', async (wrong) => {
    const { reads, as } = setUp();

    await expect(as(wrong)).rejects.toMatchObject({ code: 'api_key_invalid' });
    expect(reads).toHaveLength(0);
  });

  it('rejects a revoked, an expired and an unknown key with the same words', async () => {
    const rejections = await Promise.all([
      setUp({ revokedAt: NOW }).as(text).catch(String),
      setUp({ expiresAt: NOW }).as(text).catch(String),
      setUp().as(unknown).catch(String),
    ]);

    expect(new Set(rejections).size).toBe(1);
  });

  it('records a use once while the key is cached', async ({ core, notes, as }) => {
    await as(text);
    await as(text, secondsAfterNow(1));

    expect(core.apiKeys.get(hashApiKey(text))?.lastUsedAt).toEqual(NOW);
    expect(notes).toHaveLength(1);
  });

  it('records no use of a rejected key', async () => {
    const { notes, as } = setUp({ revokedAt: NOW });

    await expect(as(text)).rejects.toThrow();

    expect(notes).toHaveLength(0);
  });

  it('accepts the request if the use cannot be recorded', async ({ log, breakDown, as }) => {
    breakDown();

    await expect(as(text)).resolves.toBeDefined();
    expect(log.lines).toMatchObject([{ level: 'warn', code: 'KEY_USE_NOT_RECORDED' }]);
  });
});

describe('authenticate, its cache', () => {
  it('reads again after 30 seconds', async ({ reads, as }) => {
    await as(text);
    await as(text, secondsAfterNow(29.999));
    expect(reads).toHaveLength(1);
    await as(text, secondsAfterNow(30));
    expect(reads).toHaveLength(2);
  });

  it('accepts a revoked key for at most 30 seconds', async ({ core, key, as }) => {
    await as(text);
    core.apiKeys.set(key.hash, { ...key, revokedAt: NOW });

    await expect(as(text, secondsAfterNow(29))).resolves.toBeDefined();
    await expect(as(text, secondsAfterNow(30))).rejects.toMatchObject({ code: 'api_key_invalid' });
  });

  it('does not cache a key beyond its expiry', async () => {
    const { as } = setUp({ expiresAt: secondsAfterNow(10) });
    await as(text);

    await expect(as(text, secondsAfterNow(9.999))).resolves.toBeDefined();
    await expect(as(text, secondsAfterNow(10))).rejects.toMatchObject({ code: 'api_key_invalid' });
  });

  it('does not cache that a key is unknown', async ({ core, as }) => {
    await expect(as(unknown)).rejects.toThrow();
    core.apiKeys.set(hashApiKey(unknown), anApiKey({ hash: hashApiKey(unknown) }));

    await expect(as(unknown)).resolves.toBeDefined();
  });
});

describe('authenticate, other kinds of credentials', () => {
  const kinds: readonly RequestParts[] = [
    { headers: { authorization: 'Bearer pat_abc' } },
    { headers: { 'x-api-key': 'wlk_abc' } },
    { cookies: ['sid=abc'] },
  ];

  it.each(kinds)('rejects %j with its own error where only workspace keys are accepted', async (parts) => {
    const { reads, run } = setUp({}, 'workspace-key-only');

    await expect(run(parts)).rejects.toMatchObject({
      code: 'credential_type_not_allowed',
      extras: { accepted: 'workspace_api_key' },
    });
    expect(reads).toHaveLength(0);
  });

  it.each(kinds)('treats %j as no credential elsewhere', async (parts) => {
    await expect(setUp().run(parts)).rejects.toMatchObject({ code: 'authentication_required' });
  });
});

const workspaceId = '01980000-0000-7000-8000-00000000000a';
const needed = ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'] as const;

function attempt(
  rule: 'all-of' | 'any-of',
  held: readonly Permission[],
  { permissions = needed, workspace }: { permissions?: readonly Permission[]; workspace?: string } = {},
) {
  const access = { kind: 'key', credential: 'workspace-key', rule, permissions } as const;
  const principal = {
    workspaceId,
    keyId: 'k',
    keyHash: 'h',
    keyExpiresAt: null,
    isConsoleKey: false,
    memberId: 'm',
    permissions: new Set(held),
    rateLimits: DEFAULT_RATE_LIMITS,
  };
  const params = workspace === undefined ? {} : { workspace };
  return () => authorize(access, principal, anHttpEvent({ params }));
}

describe('authorize, permissions', () => {
  it('requires every permission of all-of and lists the missing ones', () => {
    expect(attempt('all-of', needed)).not.toThrow();
    expect(attempt('all-of', ['publishing:webhooks:subscribe'])).toThrow(
      expect.objectContaining({
        code: 'permission_missing',
        message: expect.stringContaining(' and '),
        extras: { required_permissions: needed, missing_permissions: ['salesbot:webhooks:subscribe'] },
      }),
    );
  });

  it('asks for one of any-of', () => {
    expect(attempt('any-of', ['salesbot:webhooks:subscribe'])).not.toThrow();
    expect(attempt('any-of', ['salesbot:events:write'])).toThrow(
      expect.objectContaining({
        code: 'permission_missing',
        message: expect.stringContaining(' or '),
        extras: { required_permissions: needed, missing_permissions: needed },
      }),
    );
  });

  it.each(['all-of', 'any-of'] as const)('accepts every key if %s lists no permission', (rule) => {
    expect(attempt(rule, [], { permissions: [] })).not.toThrow();
  });

  it('does not let write stand for read', () => {
    const permissions: Permission[] = ['publishing:posts:read'];

    expect(attempt('all-of', ['publishing:posts:write'], { permissions })).toThrow(/posts:read/u);
  });

  it('is a server error if the request was not authenticated', () => {
    expect(() => requirePrincipal({})).toThrow('not authenticated');
  });
});

describe('authorize, the workspace in the path', () => {
  it.each([workspaceId, workspaceId.toUpperCase()])('takes its own, %s', (workspace) => {
    expect(attempt('all-of', needed, { workspace })).not.toThrow();
  });

  it.each(['01980000-0000-7000-8000-00000000000b', 'not-a-uuid', '', ' '])(
    'rejects %j with the same error whether or not it exists, before it checks permissions',
    (workspace) => {
      expect(attempt('all-of', [], { workspace })).toThrow(
        expect.objectContaining({
          code: 'workspace_mismatch',
          message:
            'The workspace in the path is not the workspace of the API key. GET /api/v1/me returns its ID.',
        }),
      );
    },
  );
});
