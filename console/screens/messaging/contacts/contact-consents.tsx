import { When } from '#console/parts/when.tsx';
import type { Contact } from '#console/screens/messaging/contact-reads.ts';

/** What the contact agreed to on bio-link pages, the latest first. */
export function ContactConsents({ consents }: Pick<Contact, 'consents'>) {
  if (consents.length === 0) return null;
  return (
    <>
      <h2>Sign-ups</h2>
      <p>
        The texts that a visitor of a page agreed to with this address. Somebody may have entered the address
        of somebody else.
      </p>
      <ul class="consents">
        {consents.toReversed().map(({ page_id: page, page_url: url, text, version, first_at, last_at }) => (
          <li key={`${page} ${version}`}>
            <blockquote>
              <bdi>{text}</bdi>
            </blockquote>
            <p>
              On <bdi>{url}</bdi>, <When at={last_at} />
              {first_at !== last_at && (
                <>
                  {' '}
                  and first <When at={first_at} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
