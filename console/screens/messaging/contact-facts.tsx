import { Fact } from '#console/parts/facts.tsx';
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
      <TextFact name="E-mail address" value={contact.email} />
      <TextFact name="Phone number" value={contact.phone} />
      <TextFact name="Platform" value={contact.platform === null ? null : platformName(contact.platform)} />
      <TextFact name="Stage" value={contact.stage} />
      {tags.length > 0 && (
        <Fact name="Tags">
          <ul class="chips">
            {tags.map((tag) => (
              <li key={tag}>
                <bdi>{tag}</bdi>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <TextFact name="Opted out of" value={contact.opted_out.map(platformName).join(', ') || null} />
      {fields.map(([name, value]) => (
        <TextFact key={name} name={name} value={String(value)} />
      ))}
    </dl>
  );
}

function TextFact({ name, value }: { readonly name: string; readonly value: string | null }) {
  if (value === null) return null;
  return (
    <Fact name={name}>
      <bdi>{value}</bdi>
    </Fact>
  );
}
