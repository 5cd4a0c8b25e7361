import { Field } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { isSendable, useTemplates } from '#console/screens/numbers/number-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import type { TemplateDraft } from './template-draft.ts';

type Props = {
  /** The phone number whose templates can be sent. */
  readonly number: string | null;
  readonly draft: TemplateDraft;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onChange: (draft: TemplateDraft) => void;
};

/** Chooses an approved template and the values of its placeholders. */
export function TemplateFields({ number, draft, error, isBusy, onChange }: Props) {
  const { session } = useSigned();
  const canChoose = number !== null && may(session, 'salesbot:numbers:read');
  return (
    <>
      {canChoose ? (
        <TemplateChoice number={number} draft={draft} error={error} onChange={onChange} />
      ) : (
        <TemplateName draft={draft} error={error} onChange={onChange} />
      )}
      <Field
        label="Parameters"
        hint="The values of the placeholders in their order, one a line."
        pointer="#/template/parameters"
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            dir="auto"
            value={draft.parameters}
            onInput={({ currentTarget }) => onChange({ ...draft, parameters: currentTarget.value })}
          />
        )}
      </Field>
      <div class="actions">
        <button type="submit" disabled={draft.name === '' || draft.language === '' || isBusy}>
          Send
        </button>
        <Progress isBusy={isBusy} />
      </div>
    </>
  );
}

type FieldProps = Pick<Props, 'draft' | 'error' | 'onChange'>;

function TemplateChoice({ number, draft, error, onChange }: FieldProps & { readonly number: string }) {
  const templates = useTemplates(number);
  const approved = templates.data?.filter(isSendable) ?? [];
  if (templates.error)
    return (
      <>
        <Failure error={templates.error} />
        <TemplateName draft={draft} error={error} onChange={onChange} />
      </>
    );
  if (templates.data && approved.length === 0)
    return <p>The phone number has no approved template. Create one at WhatsApp.</p>;
  const chosen = approved.findIndex(
    ({ name, language }) => name === draft.name && language === draft.language,
  );
  return (
    <Field label="Template" pointer="#/template" error={error}>
      {(control) => (
        <select
          {...control}
          required
          value={chosen === -1 ? '' : String(chosen)}
          onChange={({ currentTarget }) => {
            const template = approved[Number(currentTarget.value)];
            if (template) onChange({ ...draft, name: template.name, language: template.language });
          }}
        >
          <option value="" disabled>
            {templates.data ? 'Choose a template' : 'Loading…'}
          </option>
          {approved.map(({ name, language }, index) => (
            <option key={`${name} ${language}`} value={String(index)}>
              {name} ({language})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** For a key that cannot read the templates. */
function TemplateName({ draft, error, onChange }: FieldProps) {
  return (
    <>
      <TextField
        label="Name of the template"
        pointer="#/template/name"
        error={error}
        required
        value={draft.name}
        onValue={(name) => onChange({ ...draft, name })}
      />
      <TextField
        label="Language of the template"
        hint="Such as en_US."
        pointer="#/template/language"
        error={error}
        required
        value={draft.language}
        onValue={(language) => onChange({ ...draft, language })}
      />
    </>
  );
}
