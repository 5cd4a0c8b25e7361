import { useId } from 'preact/hooks';
import { CheckField } from '#console/parts/check-field.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { FieldErrors } from '#console/parts/field.tsx';
import { TextField, UrlField } from '#console/parts/text-field.tsx';
import { CONDITIONS } from './conditions.ts';
import { type TargetDraft, toggled } from './target-draft.ts';

const KINDS = [
  ['https', 'HTTPS: signed requests to your receiver'],
  ['slack', 'Slack: messages to an incoming webhook'],
  ['email', 'E-mail: to an address whose owner confirms it'],
] as const;

type Props = {
  readonly draft: TargetDraft;
  readonly error: Error | null;
  readonly onChange: (draft: TargetDraft) => void;
  /** In an edit: what is known of the URL that is kept while the field is empty. The kind never changes then. */
  readonly edited?: { readonly urlHint: string | null };
};

/** The fields of a target. `error` is that of saving the draft as it is now. */
export function TargetFields({ draft, error, onChange, edited }: Props) {
  return (
    <>
      <TextField
        label="Name"
        pointer="#/name"
        error={error}
        required
        maxLength={100}
        value={draft.name}
        onValue={(name) => onChange({ ...draft, name })}
      />
      {!edited && (
        <ChoiceField
          label="Kind"
          pointer="#/kind"
          error={error}
          value={draft.kind}
          choices={KINDS}
          onValue={(kind) => onChange({ ...draft, kind })}
        />
      )}
      {draft.kind === 'email' ? (
        !edited && (
          <TextField
            label="E-mail address"
            hint="It receives a link. Nothing else is sent to it until its owner has opened the link and confirmed."
            pointer="#/email"
            error={error}
            type="email"
            required
            maxLength={254}
            value={draft.email}
            onValue={(email) => onChange({ ...draft, email })}
          />
        )
      ) : (
        <UrlField
          hint={urlHintOf(draft, edited?.urlHint)}
          error={error}
          required={edited?.urlHint === undefined || edited.urlHint === null}
          value={draft.url}
          onValue={(url) => onChange({ ...draft, url })}
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

function ConditionPicker({ draft, error, onChange }: Pick<Props, 'draft' | 'error' | 'onChange'>) {
  const id = useId();
  const { conditions } = draft;
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
          label="Number of deliveries"
          hint="So many deliveries of one endpoint, within 24 hours, exhaust their attempts. From 1 to 100."
          pointer="#/exhausted_after"
          error={error}
          type="number"
          required
          inputMode="numeric"
          value={draft.exhaustedAfter}
          onValue={(exhaustedAfter) => onChange({ ...draft, exhaustedAfter })}
        />
      )}
    </fieldset>
  );
}
