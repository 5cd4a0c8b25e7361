import { useId } from 'preact/hooks';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TextField, UrlField } from '#console/parts/fields/text-field.tsx';
import { CONDITIONS } from './conditions.ts';
import { type TargetDraft, toggled } from './target-draft.ts';

const KINDS = [
  ['https', 'HTTPS: signed requests to your receiver'],
  ['slack', 'Slack: messages to an incoming webhook'],
  ['email', 'E-mail: to an address whose owner confirms it'],
] as const;

type Props = FieldsProps<TargetDraft> & {
  /** In an edit: what is known of the URL that is kept while the field is empty. The kind never changes then. */
  readonly edited?: { readonly urlHint: string | null };
};

/** The fields of a target. `error` is that of saving the draft as it is now. */
export function TargetFields({ draft, error, onChange, edited }: Props) {
  const field = fieldsOf({ draft, error, onChange });
  return (
    <>
      <TextField {...field('name')} label="Name" required maxLength={100} />
      {!edited && <ChoiceField {...field('kind')} label="Kind" choices={KINDS} />}
      {draft.kind === 'email' ? (
        !edited && (
          <TextField
            {...field('email')}
            label="E-mail address"
            hint="It receives a link. Nothing else is sent to it until its owner has opened the link and confirmed."
            type="email"
            required
            maxLength={254}
          />
        )
      ) : (
        <UrlField
          {...field('url')}
          hint={urlHintOf(draft, edited?.urlHint)}
          required={edited?.urlHint === undefined || edited.urlHint === null}
        />
      )}
      <ConditionPicker draft={draft} error={error} onChange={onChange} />
    </>
  );
}

/** What the person must know about the URL of this kind of target. */
function urlHintOf({ kind }: TargetDraft, known: string | null | undefined): string {
  if (kind === 'https') return 'A public https address of your receiver.';
  if (known === undefined || known === null)
    return 'The https address that Slack shows for the incoming webhook. It is stored encrypted and never shown again.';
  return `The target keeps its URL (${known}) while this field is empty.`;
}

function ConditionPicker({ draft, error, onChange }: FieldsProps<TargetDraft>) {
  const id = useId();
  const { conditions } = draft;
  const field = fieldsOf({ draft, error, onChange });
  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend>Notify when</legend>
      {CONDITIONS.map(({ condition, name, sentence }) => (
        <CheckField
          key={condition}
          checked={conditions.includes(condition)}
          onCheck={() => onChange({ ...draft, conditions: toggled(conditions, condition) })}
        >
          {name} <span class="soft">{sentence}</span>
        </CheckField>
      ))}
      <FieldErrors id={`${id}-error`} pointer="#/conditions" error={error} />
      {conditions.includes('attempts_exhausted') && (
        <TextField
          {...field('exhaustedAfter', '#/exhausted_after')}
          label="Number of deliveries"
          hint="So many deliveries of one endpoint, within 24 hours, exhaust their attempts. From 1 to 100."
          type="number"
          required
          inputMode="numeric"
        />
      )}
    </fieldset>
  );
}
