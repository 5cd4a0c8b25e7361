import { useId } from 'preact/hooks';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, boxesOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import type { PageDraft } from './page-draft.ts';
import type { Font, Theme } from './page-reads.ts';

/** The theme of a page, and the differences from it. */
export function AppearanceFields({
  draft,
  error,
  onChange,
  themes,
  fonts,
}: FieldsProps<PageDraft> & { readonly themes: readonly Theme[]; readonly fonts: readonly Font[] }) {
  const fontChoices = [
    ['', 'the font of the theme'] as const,
    ...fonts.map(({ id, name }) => [id, name] as const),
  ];
  const field = fieldsOf({ draft, error, onChange });
  const box = boxesOf({ draft, onChange });
  return (
    <fieldset>
      <legend>Appearance</legend>
      <ThemePicker
        themes={themes}
        theme={draft.theme}
        error={error}
        onTheme={(theme) => onChange({ ...draft, theme })}
      />
      <ChoiceField {...field('font', '#/appearance/font_override')} label="Font" choices={fontChoices} />
      <CheckField
        checked={draft.accent !== ''}
        onCheck={(checked) => onChange({ ...draft, accent: checked ? draft.avatarColor : '' })}
      >
        Buttons have a colour of their own
      </CheckField>
      {draft.accent !== '' && (
        <TextField
          {...field('accent', '#/appearance/accent')}
          label="Colour of buttons"
          hint="The text on the buttons is black or white, so that its contrast is at least 4.5 to 1."
          type="color"
        />
      )}
      <TextField {...field('avatarColor', '#/avatar_color')} label="Colour of the avatar" type="color" />
      <CheckField {...box('hideBranding')}>Hide the name of the platform in the footer</CheckField>
    </fieldset>
  );
}

function ThemePicker({
  themes,
  theme,
  error,
  onTheme,
}: {
  readonly themes: readonly Theme[];
  readonly theme: string;
  readonly error: Error | null;
  readonly onTheme: (theme: string) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend>Theme</legend>
      <p class="soft">
        The numbers are the contrast of texts, secondary texts and buttons. 4.5 is easy to read.
      </p>
      <div class="themes">
        {themes.map((each) => (
          <label key={each.id} class="theme" title={each.description}>
            <input type="radio" name={name} checked={each.id === theme} onChange={() => onTheme(each.id)} />
            <ThemePicture theme={each} />
            <span>{each.name}</span>
            <span class="soft">
              {each.contrast.text} · {each.contrast.muted} · {each.contrast.button}
            </span>
          </label>
        ))}
      </div>
      <FieldErrors pointer="#/theme" error={error} />
    </fieldset>
  );
}

/** The background, the title and two buttons of a theme. */
function ThemePicture({ theme: { id, colors } }: { readonly theme: Theme }) {
  const { background, text, button, button_border: border } = colors;
  return (
    <svg viewBox="0 0 60 40" aria-hidden="true">
      <linearGradient id={`theme-${id}`} x2="0" y2="1">
        {background.map((color, index) => (
          <stop key={color} offset={index / Math.max(1, background.length - 1)} stop-color={color} />
        ))}
      </linearGradient>
      <rect width="60" height="40" fill={`url(#theme-${id})`} />
      <rect x="15" y="6" width="30" height="4" rx="2" fill={text} />
      {[15, 26].map((y) => (
        <rect key={y} x="8" y={y} width="44" height="8" rx="3" fill={button} stroke={border} />
      ))}
    </svg>
  );
}
