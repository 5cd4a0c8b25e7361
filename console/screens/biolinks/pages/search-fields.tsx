import { CheckField } from '#console/parts/check-field.tsx';
import { TextAreaField } from '#console/parts/text-area-field.tsx';
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
        hint="If this field is empty, search engines get the title of the page."
        pointer="#/settings/seo/title"
        error={error}
        maxLength={120}
        value={draft.seoTitle}
        onValue={(seoTitle) => onChange({ ...draft, seoTitle })}
      />
      <TextAreaField
        label="Description in search results"
        hint="If this field is empty, search engines get the tagline."
        pointer="#/settings/seo/description"
        error={error}
        rows={2}
        maxLength={320}
        value={draft.seoDescription}
        onValue={(seoDescription) => onChange({ ...draft, seoDescription })}
      />
      <TextField
        label="Picture of link previews"
        hint="An https URL. Can be empty."
        pointer="#/settings/seo/image"
        error={error}
        type="url"
        maxLength={2048}
        value={draft.seoImage}
        onValue={(seoImage) => onChange({ ...draft, seoImage })}
      />
      <CheckField checked={draft.noindex} onCheck={(noindex) => onChange({ ...draft, noindex })}>
        Ask search engines not to list the page
      </CheckField>
      <figure class="result">
        <figcaption>In search results</figcaption>
        {draft.noindex || draft.sensitive ? (
          <p>The page asks search engines not to list it.</p>
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
