import { CheckField } from '#console/parts/check-field.tsx';
import { Field, FieldErrors } from '#console/parts/field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import type { FieldsProps } from './page-fields.tsx';
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
}: FieldsProps & { readonly hasPassword: boolean }) {
  return (
    <fieldset>
      <legend>Protection</legend>
      {!draft.clearPassword && (
        <Field
          label={hasPassword ? 'New password' : 'Password'}
          hint={
            hasPassword
              ? 'If this field is empty, the current password stays. Nobody can read the password, but you can replace it.'
              : 'Visitors need the password to open the page. If this field is empty, the page has no password.'
          }
          pointer="#/settings/protection/password"
          error={error}
        >
          {(control) => (
            <input
              {...control}
              type="password"
              autocomplete="new-password"
              maxLength={128}
              value={draft.password}
              onInput={({ currentTarget }) => onChange({ ...draft, password: currentTarget.value })}
            />
          )}
        </Field>
      )}
      {hasPassword && (
        <CheckField
          checked={draft.clearPassword}
          onCheck={(clearPassword) => onChange({ ...draft, clearPassword, password: '' })}
        >
          Remove the password
        </CheckField>
      )}
      <CheckField checked={draft.sensitive} onCheck={(sensitive) => onChange({ ...draft, sensitive })}>
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
}: FieldsProps & { readonly pixels: readonly Pixel[] }) {
  const unknown = draft.pixels.filter((id) => pixels.every((pixel) => pixel.id !== id));
  const listed = [
    ...pixels.map(({ id, name }) => ({ id, name })),
    ...unknown.map((id) => ({ id, name: id })),
  ];
  const set = (id: string, isUsed: boolean): void =>
    onChange({
      ...draft,
      pixels: isUsed ? [...draft.pixels, id] : draft.pixels.filter((each) => each !== id),
    });
  return (
    <fieldset>
      <legend>Campaign and pixels</legend>
      {UTM.map(([name, label, pointer]) => (
        <TextField
          key={name}
          label={label}
          pointer={pointer}
          error={error}
          maxLength={128}
          value={draft[name]}
          onValue={(value) => onChange({ ...draft, [name]: value })}
        />
      ))}
      <p class="soft">A pixel is loaded only for visitors who consent. Create pixels under “Pixels”.</p>
      {listed.map(({ id, name }) => (
        <CheckField key={id} checked={draft.pixels.includes(id)} onCheck={(checked) => set(id, checked)}>
          <bdi>{name}</bdi>
        </CheckField>
      ))}
      <FieldErrors pointer="#/settings/pixels" error={error} />
    </fieldset>
  );
}
