import { type ErrorCode, ValidationError, PlatformError } from '#shared/platform/core/errors.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import { secretTexts } from '#shared/publishing/domain/account-credentials.ts';
import type { Credentials, ProviderName } from '#shared/publishing/domain/account.ts';
import { addressOf, type CredentialsAddress } from '#shared/publishing/http/credentials-body.ts';
import type { PublishingProvider, RemoteProfile } from '#shared/publishing/ports/publishing-provider.ts';

/** The networks, as far as they tell whose credentials these are. */
export type Networks = Readonly<Record<ProviderName, Pick<PublishingProvider, 'verify'>>>;

export type VerifyDependencies = { readonly networks: Networks; readonly guard: TargetGuard };

/**
 * Whose credentials these are, as the network says. The address a customer names is checked before anything is sent there
 * (R27); that nobody answers there as a network does is a matter of the address too, and no fault of ours.
 * @throws ValidationError `invalid_url` · `url_not_https` · `url_not_public` · `credentials_refused`,
 * PlatformError `temporarily_unavailable` if the address that we offer does not answer
 */
export async function verifyCredentials(
  { networks, guard }: VerifyDependencies,
  credentials: Credentials,
  baseUrl: string,
): Promise<RemoteProfile> {
  const address = addressOf(credentials);
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
  if (result.kind === 'refused') {
    throw new ValidationError([{ pointer: '#/credentials', code: 'credentials_refused', detail }]);
  }
  if (address?.chosen) throw unusable(address, 'invalid_url', detail);
  throw new PlatformError('temporarily_unavailable', detail);
}

function unusable({ member }: CredentialsAddress, code: ErrorCode, detail: string): ValidationError {
  return new ValidationError([{ pointer: `#/credentials/${member}`, code, detail }]);
}

/** What a network says goes into answers and logs; one that repeats what it was sent must not put it there. */
function withoutSecrets(detail: string, credentials: Credentials): string {
  const repeats = secretTexts(credentials).some((secret) => detail.includes(secret));
  return repeats ? 'The social network rejected the credentials.' : detail;
}
