import { ChoiceField } from '#console/parts/choice-field.tsx';
import { TextAreaField } from '#console/parts/text-area-field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import type { PageDraft } from './page-draft.ts';
import type { Domain } from './page-reads.ts';

export type FieldsProps = {
  readonly draft: PageDraft;
  /** The error of saving the draft as it is now. */
  readonly error: Error | null;
  readonly onChange: (draft: PageDraft) => void;
};

/** The texts at the top of a page, and its address. */
export function PageFields({
  draft,
  error,
  onChange,
  domains,
  address,
}: FieldsProps & { readonly domains: readonly Domain[]; readonly address: string }) {
  return (
    <fieldset>
      <legend>Title and address</legend>
      <TextField
        label="Title"
        pointer="#/title"
        error={error}
        maxLength={120}
        value={draft.title}
        onValue={(title) => onChange({ ...draft, title })}
      />
      <TextField
        label="Handle"
        hint="A name below the title, such as @ada."
        pointer="#/handle"
        error={error}
        maxLength={120}
        value={draft.handle}
        onValue={(handle) => onChange({ ...draft, handle })}
      />
      <TextAreaField
        label="Tagline"
        pointer="#/tagline"
        error={error}
        rows={2}
        maxLength={280}
        value={draft.tagline}
        onValue={(tagline) => onChange({ ...draft, tagline })}
      />
      <TextField
        label="Slug"
        hint={`The address: ${address}. An earlier address leads to the new one.`}
        pointer="#/slug"
        error={error}
        required
        maxLength={60}
        value={draft.slug}
        onValue={(slug) => onChange({ ...draft, slug })}
      />
      <ChoiceField
        label="Domain"
        hint="Connect domains under “Domains”."
        pointer="#/domain"
        error={error}
        value={draft.domain}
        choices={domains
          .filter(({ state }) => state === 'verified')
          .map(({ id, host }) => [id, host] as const)}
        onValue={(domain) => onChange({ ...draft, domain })}
      />
    </fieldset>
  );
}
