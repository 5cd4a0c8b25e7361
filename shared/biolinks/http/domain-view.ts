import * as v from 'valibot';
import { challengeRecord } from '#shared/biolinks/domain/domain-challenge.ts';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import { id, timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/**
 * A domain in responses (docs/specification/biolinks.md#domains). `verification` is the DNS record to publish; the default domain
 * needs none.
 */
export const domainSchema = withDescription(
  withTitle(
    'Domain',
    v.object({
      id,
      host: withDescription(v.string(), 'Host name, in lower case'),
      is_default: withDescription(
        v.boolean(),
        'Whether this is the domain of the platform, which every workspace can use',
      ),
      state: withDescription(
        v.picklist(['pending', 'verified']),
        'Pages can use only a `verified` domain. A `pending` domain does not reserve its host',
      ),
      verification: withDescription(
        v.nullable(
          v.object({
            type: withDescription(v.literal('TXT'), 'Type of the DNS record'),
            name: withDescription(v.string(), 'Full name of the record'),
            value: withDescription(v.string(), 'Value of the record'),
          }),
        ),
        'The DNS record that proves the ownership of the host; null for the default domain, which needs ' +
          'none',
      ),
      verified_at: withDescription(
        v.nullable(timestamp),
        'When the domain was verified; null before that, and for the default domain',
      ),
      created_at: withDescription(
        v.nullable(timestamp),
        'When the domain was connected; null for the default domain',
      ),
    }),
  ),
  'A host that pages can use',
);

type DomainView = v.InferInput<typeof domainSchema>;

/** Converts a connected domain to its representation. */
export function domainView(domain: PageDomain): DomainView {
  return {
    id: domain.id,
    host: domain.host,
    is_default: false,
    state: domain.state,
    verification: challengeRecord(domain),
    verified_at: domain.verifiedAt?.toISOString() ?? null,
    created_at: domain.createdAt.toISOString(),
  };
}

/** The representation of the default domain, which every workspace can use (docs/specification/biolinks.md#default-domain). */
export function defaultDomainView(host: string): DomainView {
  return {
    id: DEFAULT_DOMAIN_ID,
    host,
    is_default: true,
    state: 'verified',
    verification: null,
    verified_at: null,
    created_at: null,
  };
}
