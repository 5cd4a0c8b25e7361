import { CheckField } from '#console/parts/fields/check-field.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, boxesOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextAreaField } from '#console/parts/fields/text-area-field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { type BlockDraft, FIELDS_OF, LABELS, NETWORKS } from './block-draft.ts';
import { ProfileFields } from './profile-fields.tsx';

type Props = FieldsProps<BlockDraft>;

const ICONS = [['', 'none'] as const, ...NETWORKS.map((network) => [network, network] as const)];

/** The fields of a block of any type, and when visitors see it. */
export function BlockFields(props: Props) {
  const { draft, error, onChange } = props;
  const fields = FIELDS_OF[draft.type];
  const labels = LABELS[draft.type] ?? {};
  const field = fieldsOf(props);
  const box = boxesOf(props);
  return (
    <>
      {fields.includes('title') && (
        <TextField {...field('title')} label={labels.title ?? ''} required maxLength={120} />
      )}
      {fields.includes('text') && (
        <TextAreaField
          {...field('text')}
          label="Text"
          hint="Plain text. Line breaks are kept."
          required
          rows={4}
          maxLength={2000}
        />
      )}
      {fields.includes('mediaUrl') && (
        <TextField
          {...field('mediaUrl', '#/media_url')}
          label="URL of the picture"
          hint="An https address that anyone can open."
          type="url"
          required
          maxLength={2048}
        />
      )}
      {fields.includes('alt') && (
        <TextField
          {...field('alt')}
          label="Description of the picture"
          hint="For visitors who cannot see it."
          required
          maxLength={300}
        />
      )}
      {fields.includes('url') && (
        <TextField
          {...field('url')}
          label={labels.url ?? ''}
          hint={draft.type === 'image' ? 'If this field is empty, the picture is not a link.' : undefined}
          type="url"
          required={draft.type !== 'image'}
          maxLength={2048}
        />
      )}
      {fields.includes('icon') && <ChoiceField {...field('icon')} label="Icon" choices={ICONS} />}
      {fields.includes('items') && (
        <ProfileFields items={draft.items} error={error} onItems={(items) => onChange({ ...draft, items })} />
      )}
      {fields.includes('email') && (
        <TextField {...field('email')} label="E-mail address" type="email" required maxLength={254} />
      )}
      {fields.includes('phone') && (
        <TextField
          {...field('phone')}
          label="Phone number"
          hint="Shown as you write it, such as +49 30 1234567."
          required
          maxLength={40}
        />
      )}
      {fields.includes('consent') && (
        <>
          <TextAreaField
            {...field('consent')}
            label="Text that visitors agree to"
            hint="The contact keeps the text that the visitor agreed to. If you change the text, visitors who have the page open must agree again."
            required
            rows={2}
            maxLength={300}
          />
          <CheckField {...box('asksName')}>Ask for the name, too</CheckField>
          <TextField {...field('button')} label="Text on the sign-up button" required maxLength={40} />
          <TextAreaField
            {...field('thanks')}
            label="Text after the sign-up"
            required
            rows={2}
            maxLength={300}
          />
        </>
      )}
      <VisibilityFields {...props} />
    </>
  );
}

function VisibilityFields(props: Props) {
  const { timezone } = useSigned().session.me.workspace;
  const field = fieldsOf(props);
  const box = boxesOf(props);
  return (
    <>
      <CheckField {...box('visible')}>Visitors see the block</CheckField>
      {props.draft.visible && (
        <>
          <TextField
            {...field('startsAt', '#/starts_at')}
            label="Visible from"
            hint={`Time zone: ${timezone}. If this field is empty, the block is visible at once.`}
            type="datetime-local"
            step="1"
          />
          <TextField
            {...field('endsAt', '#/ends_at')}
            label="Visible until"
            hint="If this field is empty, the block stays visible."
            type="datetime-local"
            step="1"
          />
        </>
      )}
    </>
  );
}
