import { type Credentials, perProvider, type ProviderName } from '#shared/publishing/domain/account.ts';
import type { RemoteProfile } from '#shared/publishing/domain/remote-profile.ts';
import type { Networks } from '#shared/publishing/http/verify-credentials.ts';
import type { VerifyResult } from '#shared/publishing/ports/publishing-provider.ts';

const PROFILE: RemoteProfile = {
  identity: 'moreau',
  username: 'moreau',
  name: 'Moreau on the network',
  image: 'https://img.example.com/moreau.png',
};

export type MemoryNetworks = Networks & {
  /** Every credential that a network has verified, in order. */
  readonly asked: Credentials[];
  /** The response of the networks from now on. */
  respondWith(result: VerifyResult): void;
};

/** Networks that accept every credential, until configured otherwise. */
export function createMemoryNetworks(): MemoryNetworks {
  const asked: Credentials[] = [];
  let result: VerifyResult = { kind: 'verified', profile: PROFILE };
  const network = (name: ProviderName) => ({
    async verify(credentials: Credentials) {
      asked.push(credentials);
      if (result.kind !== 'verified' || name !== 'sandbox') return result;
      return { ...result, profile: { ...result.profile, identity: null } };
    },
  });
  return {
    asked,
    ...perProvider(network),
    respondWith(next) {
      result = next;
    },
  };
}
