import { challengeRecord, isProven } from '#shared/biolinks/domain/domain-challenge.ts';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { loadDomain } from '#shared/biolinks/http/domain-access.ts';
import { domainView } from '#shared/biolinks/http/domain-view.ts';
import type { PageDomainStore } from '#shared/biolinks/ports/page-domain-store.ts';
import type { TxtRecords, TxtResolver } from '#shared/biolinks/ports/txt-resolver.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { cutText } from '#shared/platform/core/text.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly domains: Pick<PageDomainStore, 'find' | 'verify'>;
  readonly dns: TxtResolver;
};

/** Limits of the TXT records that an error response repeats: their number and their length. */
const MAX_TEXTS = 10;
const MAX_TEXT = 255;

/**
 * Verifies a domain by its TXT record and claims its host. The claim is made here and not on creation, so that nobody can
 * reserve a host they do not own. A verified domain stays verified: a further request returns the same response without a DNS
 * query.
 */
export function createHandler({
  domains,
  dns,
}: Dependencies): OperationHandler<typeof operation, PageDomain> {
  return {
    load: (request) => loadDomain(domains, request),

    async handle({ resource: domain, now, command }) {
      if (domain.state === 'verified') return { status: 200, body: { data: domainView(domain) } };

      const found = await dns.resolve(challengeRecord(domain).name);
      if (found.kind === 'unreachable' || !isProven(domain.challenge, found.texts)) {
        throw notVerified(domain, found);
      }
      const verified: PageDomain = { ...domain, state: 'verified', verifiedAt: now };
      const response = { status: 200, body: { data: domainView(verified) } };
      await domains.verify(domain, now, await command(response));
      return response;
    },
  };
}

function notVerified(domain: PageDomain, records: TxtRecords): PlatformError {
  const expected = challengeRecord(domain);
  const texts = records.kind === 'resolved' ? records.texts : [];
  const found = texts.slice(0, MAX_TEXTS).map((text) => cutText(text, MAX_TEXT, 'utf-16'));
  return new PlatformError(biolinksErrors.domain_not_verified, sentence(records, expected.name), {
    expected,
    found,
  });
}

function sentence(records: TxtRecords, name: string): string {
  if (records.kind === 'unreachable')
    return `The name servers did not respond for ${name}. Repeat the request later.`;
  if (records.texts.length === 0)
    return `There is no TXT record at ${name} yet. Publish the expected record, then repeat the request. A new record can take hours to become visible.`;
  return `No TXT record at ${name} has the expected value. Publish the record exactly as shown in "expected".`;
}
