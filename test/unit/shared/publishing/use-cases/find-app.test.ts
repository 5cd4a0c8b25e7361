import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appContext } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { findApp, findIssuer, openApp, readStageApps } from '#shared/publishing/use-cases/find-app.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createMemoryOAuthAppStore } from '#test/support/fakes/publishing/memory-oauth-stores.ts';

const STAGE_APP = { provider: 'linkedin', clientId: 'stage-app', sealedSecret: 'sealed-stage' } as const;

async function sources() {
  const apps = createMemoryOAuthAppStore(createMemoryCore());
  const workspaceId = randomUUID();
  const own = {
    workspaceId,
    provider: 'linkedin',
    clientId: 'own-app',
    sealedSecret: 'sealed-own',
    origin: null,
    createdAt: NOW,
    updatedAt: NOW,
  } as const;
  await apps.put(own, aContext());
  return { workspaceId, apps, stageApps: [STAGE_APP] };
}

describe('the app of a connection', () => {
  it('is that of the workspace, otherwise that of the stage', async () => {
    const { workspaceId, ...found } = await sources();

    expect(await findApp(found, workspaceId, 'linkedin')).toMatchObject({ clientId: 'own-app' });
    expect(await findApp(found, randomUUID(), 'linkedin')).toEqual({
      ...STAGE_APP,
      origin: null,
      context: { purpose: 'oauth-app', workspace: 'stage', subject: 'linkedin' },
    });
    expect(await findApp({ ...found, stageApps: [] }, randomUUID(), 'linkedin')).toBeUndefined();
  });

  it('is the one that issued the tokens, also after the workspace has stored another one', async () => {
    const { workspaceId, ...found } = await sources();
    const issuer = (clientId: string) => findIssuer(found, workspaceId, { provider: 'linkedin', clientId });

    expect(await issuer('stage-app')).toMatchObject({ sealedSecret: 'sealed-stage' });
    expect(await issuer('own-app')).toMatchObject({ sealedSecret: 'sealed-own' });
    expect(await issuer('deleted-app')).toBeUndefined();
  });

  it('has a secret that opens for its own workspace or for the stage only', async () => {
    const secrets = createMemorySecretBox();
    const context = appContext({ provider: 'linkedin' });
    const sealedSecret = await secrets.seal('the-secret', context);
    const app = { clientId: 'stage-app', sealedSecret, origin: null, context };

    expect(await openApp(secrets, app)).toEqual({ clientId: 'stage-app', clientSecret: 'the-secret' });
    const foreign = appContext({ workspaceId: randomUUID(), provider: 'linkedin' });
    await expect(openApp(secrets, { ...app, context: foreign })).rejects.toThrow();
  });
});

describe('the apps of a stage', () => {
  it('are read from their variable', () => {
    expect(readStageApps('none')).toEqual([]);
    expect(readStageApps(JSON.stringify([STAGE_APP]))).toEqual([STAGE_APP]);
  });

  it.each(['', '{}', '[{"provider":"myspace","clientId":"a","sealedSecret":"secret-value"}]'])(
    'are rejected without a word of their value: %s',
    (text) => {
      expect(() => readStageApps(text)).toThrow(/^OAUTH_APPS is not a list of apps$/u);
    },
  );
});
