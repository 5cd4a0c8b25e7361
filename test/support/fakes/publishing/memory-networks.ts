import { type Credentials, perProvider } from '#shared/publishing/domain/account.ts';
import type { RemoteProfile } from '#shared/publishing/domain/remote-profile.ts';
import type { Networks } from '#shared/publishing/http/verify-credentials.ts';
import type { VerifyResult } from '#shared/publishing/ports/publishing-provider.ts';

const PROFILE: RemoteProfile = {
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
  const network = {
    async verify(credentials: Credentials) {
      asked.push(credentials);
      return result;
    },
  };
  return {
    asked,
    ...perProvider(() => network),
    respondWith(next) {
      result = next;
    },
  };
}
