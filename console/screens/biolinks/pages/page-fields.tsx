import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextAreaField } from '#console/parts/fields/text-area-field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import type { PageDraft } from './page-draft.ts';
import type { Domain } from './page-reads.ts';

/** The texts at the top of a page, and its address. */
export function PageFields({
  draft,
  error,
  onChange,
  domains,
  address,
}: FieldsProps<PageDraft> & { readonly domains: readonly Domain[]; readonly address: string }) {
  const field = fieldsOf({ draft, error, onChange });
  return (
    <fieldset>
      <legend>Title and address</legend>
      <TextField {...field('title')} label="Title" maxLength={120} />
      <TextField
        {...field('handle')}
        label="Handle"
        hint="A name below the title, such as @ada."
        maxLength={120}
      />
      <TextAreaField {...field('tagline')} label="Tagline" rows={2} maxLength={280} />
      <TextField
        {...field('slug')}
        label="Slug"
        hint={`The address: ${address}. An earlier address leads to the new one.`}
        required
        maxLength={60}
      />
      <ChoiceField
        {...field('domain')}
        label="Domain"
        hint="Connect domains under “Domains”."
        choices={domains
          .filter(({ state }) => state === 'verified')
          .map(({ id, host }) => [id, host] as const)}
      />
    </fieldset>
  );
}
