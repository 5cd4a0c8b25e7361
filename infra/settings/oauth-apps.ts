import type { StageConfig } from '#infra/config.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';

/** The longest base64 text of a secret of 512 characters that KMS has encrypted, with room to spare. */
const SEALED = /^[A-Za-z0-9+/]{40,1200}={0,2}$/u;

/** The apps of a stage as a variable of functions. @throws Error if a secret is not encrypted */
export function oauthAppsOf({ oauthApps }: Pick<StageConfig, 'oauthApps'>): string {
  const apps = Object.entries(oauthApps).map(([provider, app]) => ({ provider, ...app }));
  const readable = apps.find(({ sealedSecret }) => !SEALED.test(sealedSecret));
  if (readable)
    throw new Error(
      `The secret of the app at ${readable.provider} is not a ciphertext of KMS. Encrypt it as docs/operations.md describes.`,
    );
  return apps.length === 0 ? NONE : JSON.stringify(apps);
}
