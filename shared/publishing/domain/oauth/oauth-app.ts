import type { SealContext } from '#shared/platform/core/secret-box.ts';
import type { OAuthProvider } from '#shared/publishing/domain/account.ts';

/** The app of a workspace at a network. The network shows its name to everybody who connects an account. */
export type OAuthApp = {
  readonly workspaceId: string;
  readonly provider: OAuthProvider;
  readonly clientId: string;
  readonly sealedSecret: string;
  /** The origin of its callback; null for an app of an earlier version. */
  readonly origin: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The app of the stage, for workspaces without one of their own. Its secret is encrypted, too. */
export type StageApp = Pick<OAuthApp, 'provider' | 'clientId' | 'sealedSecret'>;

/** An app with its decrypted secret, for a request to the network. */
export type UsableApp = { readonly clientId: string; readonly clientSecret: string };

/** Stands for the workspace in the encryption context of the secrets of a stage. */
const STAGE = 'stage';

/** The context to which the secret of an app is bound. */
export function appContext({
  workspaceId,
  provider,
}: {
  readonly workspaceId?: string;
  readonly provider: OAuthProvider;
}): SealContext {
  return { purpose: 'oauth-app', workspace: workspaceId ?? STAGE, subject: provider };
}
