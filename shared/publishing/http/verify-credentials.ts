import { type PlatformCode, PlatformError, ValidationError } from '#shared/platform/core/errors.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import { secretValues } from '#shared/publishing/domain/account-credentials.ts';
import type { Credentials, ProviderName } from '#shared/publishing/domain/account.ts';
import type { RemoteProfile } from '#shared/publishing/domain/remote-profile.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { credentialsAddress, type CredentialsAddress } from './credentials-body.ts';

/** The networks, reduced to the verification of credentials. */
export type Networks = Readonly<Record<ProviderName, Pick<PublishingProvider, 'verify'>>>;

/** The networks that verify credentials, and the guard for the address of their servers. */
export type VerifyDependencies = { readonly networks: Networks; readonly guard: TargetGuard };

/**
 * Returns the profile that the credentials belong to. The server address is checked before anything is sent there
 * (docs/specification/webhooks.md#address-guard). If a server that the customer chose gives no usable response, the address is
 * invalid (422); if the default server does not, the network is unavailable (503).
 * @throws ValidationError `invalid_url` · `url_not_https` · `url_not_public` · `credentials_refused`
 * @throws PlatformError `temporarily_unavailable` if the default server does not respond
 */
export async function verifyCredentials(
  { networks, guard }: VerifyDependencies,
  credentials: Credentials,
  baseUrl: string,
): Promise<RemoteProfile> {
  const address = credentialsAddress(credentials);
  if (address) {
    const problem = guard.checkForm(address.url, baseUrl) ?? (await guard.check(address.url));
    if (problem) {
      const { code, detail } = problem;
      throw unusable(address, code, detail);
    }
  }
  const result = await networks[credentials.provider].verify(credentials);
  if (result.kind === 'verified') return result.profile;
  const detail = withoutSecrets(result.detail, credentials);
  if (result.kind === 'rejected') {
    throw new ValidationError([
      { pointer: '#/credentials', ...publishingErrors.credentials_refused(), detail },
    ]);
  }
  if (address?.chosen) throw unusable(address, 'invalid_url', `${detail} Check the address of the server.`);
  throw new PlatformError(
    'temporarily_unavailable',
    `${detail} Repeat the request after the time in Retry-After.`,
  );
}

function unusable({ member }: CredentialsAddress, code: PlatformCode, detail: string): ValidationError {
  return new ValidationError([{ pointer: `#/credentials/${member}`, code, detail }]);
}

/** Messages of a network are returned and logged, so a message that echoes a secret is replaced. */
function withoutSecrets(detail: string, credentials: Credentials): string {
  const repeats = secretValues(credentials).some((secret) => detail.includes(secret));
  return repeats ? 'The social network rejected the credentials. Send valid credentials.' : detail;
}
