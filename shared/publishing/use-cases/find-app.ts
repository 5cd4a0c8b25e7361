import * as v from 'valibot';
import type { SealContext, SecretBox } from '#shared/platform/core/secret-box.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';
import { OAUTH_PROVIDERS, type OAuthProvider } from '#shared/publishing/domain/account.ts';
import { appContext, type StageApp, type UsableApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import type { OAuthAppReader } from '#shared/publishing/ports/oauth-apps.ts';

const stageApps = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({ provider: v.picklist(OAUTH_PROVIDERS), clientId: v.string(), sealedSecret: v.string() }),
  ),
);

/** Parses `OAUTH_APPS`. @throws Error that quotes no value */
export function readStageApps(text: string): readonly StageApp[] {
  if (text === NONE) return [];
  const parsed = v.safeParse(stageApps, text);
  if (parsed.success) return parsed.output;
  throw new Error('OAUTH_APPS is not a list of apps');
}

/** The apps of workspaces, and those of the stage. */
export type AppSources = {
  readonly apps: Pick<OAuthAppReader, 'find'>;
  readonly stageApps: readonly StageApp[];
};

/** An app with the context of its encrypted secret. */
export type FoundApp = {
  readonly clientId: string;
  readonly sealedSecret: string;
  readonly origin: string | null;
  readonly context: SealContext;
};

/** The app for new connections of a workspace: its own, otherwise that of the stage. */
export async function findApp(
  sources: AppSources,
  workspaceId: string,
  provider: OAuthProvider,
): Promise<FoundApp | undefined> {
  return (await appsOf(sources, workspaceId, provider))[0];
}

/** The app with this client id, which issued tokens or a code; undefined after it was replaced or deleted. */
export async function findIssuer(
  sources: AppSources,
  workspaceId: string,
  { provider, clientId }: { readonly provider: OAuthProvider; readonly clientId: string },
): Promise<FoundApp | undefined> {
  const apps = await appsOf(sources, workspaceId, provider);
  return apps.find((app) => app.clientId === clientId);
}

/** Decrypts the secret of an app. @throws SecretUnavailableError */
export async function openApp(
  secrets: Pick<SecretBox, 'open'>,
  { clientId, sealedSecret, context }: FoundApp,
): Promise<UsableApp> {
  return { clientId, clientSecret: await secrets.open(sealedSecret, context) };
}

async function appsOf(
  sources: AppSources,
  workspaceId: string,
  provider: OAuthProvider,
): Promise<readonly FoundApp[]> {
  const own = await sources.apps.find(workspaceId, provider);
  const ofStage = sources.stageApps.filter((app) => app.provider === provider);
  return [
    ...(own ? [{ ...own, context: appContext(own) }] : []),
    ...ofStage.map((app) => ({ ...app, origin: null, context: appContext({ provider }) })),
  ];
}
