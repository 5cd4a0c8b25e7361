import { newChallenge } from '#shared/biolinks/domain/domain-challenge.ts';
import { isWithin, readHost } from '#shared/biolinks/domain/host-name.ts';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import { domainView } from '#shared/biolinks/http/domain-view.ts';
import type { PageDomainStore } from '#shared/biolinks/ports/page-domain-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly domains: Pick<PageDomainStore, 'create'>;
  /** Host names of the platform without ports. They and their subdomains cannot be connected. */
  readonly ownHosts: readonly string[];
  readonly randomBytes: (size: number) => Buffer;
};

const CHALLENGE_BYTES = 20;

/** Adds a pending domain. It reserves nothing: the first workspace that verifies the host owns it. */
export function createHandler({
  domains,
  ownHosts,
  randomBytes,
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, hosts, command }) {
      const read = readHost(body.host);
      if ('code' in read) throw new ValidationError([{ pointer: '#/host', ...read }]);
      const { host } = read;
      if (isWithin(host, [...ownHosts, ...hosts.apiOrigins.map((origin) => new URL(origin).hostname)])) {
        const detail = 'The host belongs to the platform. Use a host of your own domain.';
        throw new ValidationError([{ pointer: '#/host', code: 'invalid_format', detail }]);
      }
      const domain: PageDomain = {
        id: newId(now),
        workspaceId,
        host,
        state: 'pending',
        challenge: newChallenge(randomBytes(CHALLENGE_BYTES).toString('hex')),
        verifiedAt: null,
        createdAt: now,
      };
      const headers = { Location: `${baseUrl}/api/v1/biolinks/domains/${domain.id}` };
      const response = { status: 201, body: { data: domainView(domain) }, headers };
      await domains.create(domain, await command(response));
      return response;
    },
  };
}
