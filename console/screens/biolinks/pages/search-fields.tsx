import { CheckField } from '#console/parts/fields/check-field.tsx';
import { fieldsOf, boxesOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextAreaField } from '#console/parts/fields/text-area-field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import type { PageDraft } from './page-draft.ts';

/** What search engines and link previews show of a page. */
export function SearchFields({
  draft,
  error,
  onChange,
  address,
}: FieldsProps<PageDraft> & { readonly address: string }) {
  const field = fieldsOf({ draft, error, onChange });
  const box = boxesOf({ draft, onChange });
  return (
    <fieldset>
      <legend>Search engines and link previews</legend>
      <TextField
        {...field('seoTitle', '#/settings/seo/title')}
        label="Title in search results"
        hint="If this field is empty, search engines get the title of the page."
        maxLength={120}
      />
      <TextAreaField
        {...field('seoDescription', '#/settings/seo/description')}
        label="Description in search results"
        hint="If this field is empty, search engines get the tagline."
        rows={2}
        maxLength={320}
      />
      <TextField
        {...field('seoImage', '#/settings/seo/image')}
        label="Picture of link previews"
        hint="An https URL. Can be empty."
        type="url"
        maxLength={2048}
      />
      <CheckField {...box('noindex')}>Ask search engines not to list the page</CheckField>
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
