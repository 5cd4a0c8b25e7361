import type { Contact } from './contact-reads.ts';
import { platformName } from './platforms.ts';

/** The fields of a contact as text. `isShort`: beside a conversation, without the custom fields. */
export function ContactFacts({
  contact,
  isShort = false,
}: {
  readonly contact: Contact;
  readonly isShort?: boolean;
}) {
  const { tags } = contact;
  const fields = isShort ? [] : Object.entries(contact.custom_fields);
  return (
    <dl>
      <Fact name="E-mail address" value={contact.email} />
      <Fact name="Phone number" value={contact.phone} />
      <Fact name="Platform" value={contact.platform === null ? null : platformName(contact.platform)} />
      <Fact name="Stage" value={contact.stage} />
      {tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd>
            <ul class="chips">
              {tags.map((tag) => (
                <li key={tag}>
                  <bdi>{tag}</bdi>
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      <Fact name="Opted out of" value={contact.opted_out.map(platformName).join(', ') || null} />
      {fields.map(([name, value]) => (
        <Fact key={name} name={name} value={String(value)} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string | null }) {
  if (value === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}
