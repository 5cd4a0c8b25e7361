import { CheckField } from '#console/parts/check-field.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { TextAreaField } from '#console/parts/text-area-field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { type BlockDraft, FIELDS_OF, LABELS, NETWORKS } from './block-draft.ts';
import { ProfileFields } from './profile-fields.tsx';

type Props = {
  readonly draft: BlockDraft;
  /** The error of saving the draft as it is now. */
  readonly error: Error | null;
  readonly onChange: (draft: BlockDraft) => void;
};

const ICONS = [['', 'none'] as const, ...NETWORKS.map((network) => [network, network] as const)];

/** The fields of a block of any type, and when visitors see it. */
export function BlockFields({ draft, error, onChange }: Props) {
  const fields = FIELDS_OF[draft.type];
  const textOf = (name: 'title' | 'url' | 'mediaUrl' | 'alt' | 'email' | 'phone' | 'button') => ({
    error,
    value: draft[name],
    onValue: (value: string) => onChange({ ...draft, [name]: value }),
  });
  return (
    <>
      {fields.includes('title') && (
        <TextField
          {...textOf('title')}
          label={LABELS[draft.type].title}
          pointer="#/title"
          required
          maxLength={120}
        />
      )}
      {fields.includes('text') && (
        <TextAreaField
          label="Text"
          hint="Plain text. Line breaks are kept."
          pointer="#/text"
          error={error}
          required
          rows={4}
          maxLength={2000}
          value={draft.text}
          onValue={(text) => onChange({ ...draft, text })}
        />
      )}
      {fields.includes('mediaUrl') && (
        <TextField
          {...textOf('mediaUrl')}
          label="URL of the picture"
          hint="An https address that anyone can open."
          pointer="#/media_url"
          type="url"
          required
          maxLength={2048}
        />
      )}
      {fields.includes('alt') && (
        <TextField
          {...textOf('alt')}
          label="Description of the picture"
          hint="For visitors who cannot see it."
          pointer="#/alt"
          required
          maxLength={300}
        />
      )}
      {fields.includes('url') && (
        <TextField
          {...textOf('url')}
          label={LABELS[draft.type].url}
          hint={draft.type === 'image' ? 'If this field is empty, the picture is not a link.' : undefined}
          pointer="#/url"
          type="url"
          required={draft.type !== 'image'}
          maxLength={2048}
        />
      )}
      {fields.includes('icon') && (
        <ChoiceField
          label="Icon"
          pointer="#/icon"
          error={error}
          value={draft.icon}
          choices={ICONS}
          onValue={(icon) => onChange({ ...draft, icon })}
        />
      )}
      {fields.includes('items') && (
        <ProfileFields items={draft.items} error={error} onItems={(items) => onChange({ ...draft, items })} />
      )}
      {fields.includes('email') && (
        <TextField
          {...textOf('email')}
          label="E-mail address"
          pointer="#/email"
          type="email"
          required
          maxLength={254}
        />
      )}
      {fields.includes('phone') && (
        <TextField
          {...textOf('phone')}
          label="Phone number"
          hint="Shown as you write it, such as +49 30 1234567."
          pointer="#/phone"
          required
          maxLength={40}
        />
      )}
      {fields.includes('consent') && (
        <>
          <TextAreaField
            label="Text that visitors agree to"
            hint="The contact keeps the text that the visitor agreed to. If you change the text, visitors who have the page open must agree again."
            pointer="#/consent"
            error={error}
            required
            rows={2}
            maxLength={300}
            value={draft.consent}
            onValue={(consent) => onChange({ ...draft, consent })}
          />
          <CheckField checked={draft.asksName} onCheck={(asksName) => onChange({ ...draft, asksName })}>
            Ask for the name, too
          </CheckField>
          <TextField
            {...textOf('button')}
            label="Text on the sign-up button"
            pointer="#/button"
            required
            maxLength={40}
          />
          <TextAreaField
            label="Text after the sign-up"
            pointer="#/thanks"
            error={error}
            required
            rows={2}
            maxLength={300}
            value={draft.thanks}
            onValue={(thanks) => onChange({ ...draft, thanks })}
          />
        </>
      )}
      <VisibilityFields draft={draft} error={error} onChange={onChange} />
    </>
  );
}

function VisibilityFields({ draft, error, onChange }: Props) {
  const { timezone } = useSigned().session.me.workspace;
  return (
    <>
      <CheckField checked={draft.visible} onCheck={(visible) => onChange({ ...draft, visible })}>
        Visitors see the block
      </CheckField>
      {draft.visible && (
        <>
          <TextField
            label="Visible from"
            hint={`Time zone: ${timezone}. If this field is empty, the block is visible at once.`}
            pointer="#/starts_at"
            error={error}
            type="datetime-local"
            step="1"
            value={draft.startsAt}
            onValue={(startsAt) => onChange({ ...draft, startsAt })}
          />
          <TextField
            label="Visible until"
            hint="If this field is empty, the block stays visible."
            pointer="#/ends_at"
            error={error}
            type="datetime-local"
            step="1"
            value={draft.endsAt}
            onValue={(endsAt) => onChange({ ...draft, endsAt })}
          />
        </>
      )}
    </>
  );
}
