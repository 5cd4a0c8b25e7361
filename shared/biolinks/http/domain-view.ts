import * as v from 'valibot';
import { id, timestamp } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { challengeRecord } from '#shared/biolinks/domain/domain-challenge.ts';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import { described } from '#shared/platform/http/described.ts';

/** A domain as shown (R32). `verification` is the record to put into the DNS; the default domain needs none. */
export const domainSchema = described(
  named(
    'Domain',
    v.object({
      id,
      host: described(v.string(), 'Host name, in lower case'),
      is_default: described(
        v.boolean(),
        'Whether it is the platform\u2019s own domain, which every workspace may use',
      ),
      state: described(
        v.picklist(['pending', 'verified']),
        'Pages can live on a `verified` domain only; a `pending` one reserves nothing',
      ),
      verification: described(
        v.nullable(
          v.object({
            type: v.literal('TXT'),
            name: described(v.string(), 'Full name of the record'),
            value: described(v.string(), 'What it has to say'),
          }),
        ),
        'The DNS record that proves the host is yours; null for the default domain, which needs none',
      ),
      verified_at: described(
        v.nullable(timestamp),
        'When the record was found; null before that, and for the default domain',
      ),
      created_at: described(v.nullable(timestamp), 'When it was connected; null for the default domain'),
    }),
  ),
  'A host that pages can live on',
);

type DomainView = v.InferInput<typeof domainSchema>;

/** The representation of a connected domain. */
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

/** The representation of the platform's own domain, which every workspace may use (C6). */
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
