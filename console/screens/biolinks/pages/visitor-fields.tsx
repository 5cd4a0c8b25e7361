import { CheckField } from '#console/parts/fields/check-field.tsx';
import { CheckList } from '#console/parts/fields/check-list.tsx';
import { boxesOf, fieldsOf, withElement, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import type { PageDraft } from './page-draft.ts';
import type { Pixel } from './page-reads.ts';

const UTM = [
  ['utmSource', 'utm_source', '#/settings/utm/source'],
  ['utmMedium', 'utm_medium', '#/settings/utm/medium'],
  ['utmCampaign', 'utm_campaign', '#/settings/utm/campaign'],
] as const;

/** Who can open a page. */
export function ProtectionFields({
  draft,
  error,
  onChange,
  hasPassword,
}: FieldsProps<PageDraft> & { readonly hasPassword: boolean }) {
  const field = fieldsOf({ draft, error, onChange });
  const box = boxesOf({ draft, onChange });
  return (
    <fieldset>
      <legend>Protection</legend>
      {!draft.clearPassword && (
        <TextField
          {...field('password', '#/settings/protection/password')}
          label={hasPassword ? 'New password' : 'Password'}
          hint={
            hasPassword
              ? 'If this field is empty, the current password stays. Nobody can read the password, but you can replace it.'
              : 'Visitors need the password to open the page. If this field is empty, the page has no password.'
          }
          type="password"
          autocomplete="new-password"
          maxLength={128}
        />
      )}
      {hasPassword && (
        <CheckField
          checked={draft.clearPassword}
          onCheck={(clearPassword) => onChange({ ...draft, clearPassword, password: '' })}
        >
          Remove the password
        </CheckField>
      )}
      <CheckField {...box('sensitive')}>
        Visitors must confirm that they want to see sensitive content
      </CheckField>
    </fieldset>
  );
}

/** What a page adds to its links, and which trackers it loads for visitors who consent. */
export function TrackingFields({
  draft,
  error,
  onChange,
  pixels,
}: FieldsProps<PageDraft> & { readonly pixels: readonly Pixel[] }) {
  const unknown = draft.pixels.filter((id) => pixels.every((pixel) => pixel.id !== id));
  const field = fieldsOf({ draft, error, onChange });
  return (
    <fieldset>
      <legend>Campaign and pixels</legend>
      {UTM.map(([name, label, pointer]) => (
        <TextField key={name} {...field(name, pointer)} label={label} maxLength={128} />
      ))}
      <p class="soft">A pixel is loaded only for visitors who consent. Create pixels under “Pixels”.</p>
      <CheckList
        choices={[
          ...pixels.map(({ id, name }) => [id, <bdi key={id}>{name}</bdi>] as const),
          ...unknown.map((id) => [id, <bdi key={id}>{id}</bdi>] as const),
        ]}
        chosen={draft.pixels}
        onCheck={(id, checked) => onChange({ ...draft, pixels: withElement(draft.pixels, id, checked) })}
      />
      <FieldErrors pointer="#/settings/pixels" error={error} />
    </fieldset>
  );
}
