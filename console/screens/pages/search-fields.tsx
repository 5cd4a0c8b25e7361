import { Field } from '#console/parts/field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import type { FieldsProps } from './page-fields.tsx';

/** What search engines and link previews show of a page. */
export function SearchFields({
  draft,
  error,
  onChange,
  address,
}: FieldsProps & { readonly address: string }) {
  return (
    <fieldset>
      <legend>Search engines and link previews</legend>
      <TextField
        label="Title in search results"
        hint="Empty: the title of the page."
        pointer="#/settings/seo/title"
        error={error}
        maxLength={120}
        value={draft.seoTitle}
        onValue={(seoTitle) => onChange({ ...draft, seoTitle })}
      />
      <Field
        label="Description in search results"
        hint="Empty: the tagline."
        pointer="#/settings/seo/description"
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={320}
            value={draft.seoDescription}
            onInput={({ currentTarget }) => onChange({ ...draft, seoDescription: currentTarget.value })}
          />
        )}
      </Field>
      <TextField
        label="Image of link previews"
        hint="An https address; empty for none."
        pointer="#/settings/seo/image"
        error={error}
        type="url"
        maxLength={2048}
        value={draft.seoImage}
        onValue={(seoImage) => onChange({ ...draft, seoImage })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={draft.noindex}
          onChange={({ currentTarget }) => onChange({ ...draft, noindex: currentTarget.checked })}
        />
        <span>Ask search engines not to list the page</span>
      </label>
      <figure class="result">
        <figcaption>In search results</figcaption>
        {draft.noindex || draft.sensitive ? (
          <p>Search engines do not list the page.</p>
        ) : (
          <>
            <bdi class="soft">{address}</bdi>
            <strong dir="auto">{draft.seoTitle || draft.title || draft.slug}</strong>
            <span dir="auto">{draft.seoDescription || draft.tagline}</span>
          </>
        )}
      </figure>
    </fieldset>
  );
}
