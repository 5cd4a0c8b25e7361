import { Field } from '#console/parts/field.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { TextAreaField } from '#console/parts/text-area-field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { isSendable, useTemplates } from './number-reads.ts';
import type { TemplateDraft } from './template-draft.ts';

type Props = {
  /** The phone number whose templates can be sent; null if it is not known. */
  readonly number: string | null;
  readonly draft: TemplateDraft;
  readonly error: Error | null;
  /** The places of the fields in the request. */
  readonly pointers: Readonly<Record<'template' | 'name' | 'language' | 'parameters', string>>;
  readonly hint: string;
  readonly onChange: (draft: TemplateDraft) => void;
};

const ELSEWHERE = 'elsewhere';

/** Chooses an approved template of the number, and the values of its placeholders. */
export function TemplateFields({ number, ...props }: Props) {
  const { session } = useSigned();
  const { draft, error, pointers, hint, onChange } = props;
  return (
    <>
      {number !== null && may(session, 'salesbot:numbers:read') ? (
        <TemplateChoice number={number} {...props} />
      ) : (
        <TemplateName {...props} />
      )}
      <TextAreaField
        label="Parameters"
        hint={hint}
        pointer={pointers.parameters}
        error={error}
        rows={3}
        dir="auto"
        value={draft.parameters}
        onValue={(parameters) => onChange({ ...draft, parameters })}
      />
    </>
  );
}

function TemplateChoice({ number, ...props }: Omit<Props, 'number'> & { readonly number: string }) {
  const { draft, error, pointers, onChange } = props;
  const templates = useTemplates(number);
  const approved = templates.data?.filter(isSendable) ?? [];
  if (templates.error || (templates.data && approved.length === 0))
    return (
      <>
        {templates.error ? (
          <Failure error={templates.error} />
        ) : (
          <p>The phone number has no approved template. Create one at WhatsApp.</p>
        )}
        <TemplateName {...props} />
      </>
    );
  const chosen = approved.findIndex(
    ({ name, language }) => name === draft.name && language === draft.language,
  );
  // A template that the number does not have any more.
  const isElsewhere = templates.data !== undefined && chosen === -1 && draft.name !== '';
  return (
    <Field label="Template" pointer={pointers.template} error={error}>
      {(control) => (
        <select
          {...control}
          required
          value={isElsewhere ? ELSEWHERE : chosen === -1 ? '' : String(chosen)}
          onChange={({ currentTarget }) => {
            const found = approved[Number(currentTarget.value)];
            if (found) onChange({ ...draft, name: found.name, language: found.language });
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
          {isElsewhere && (
            <option value={ELSEWHERE}>
              {draft.name} ({draft.language}), not approved
            </option>
          )}
        </select>
      )}
    </Field>
  );
}

/** Where the templates of the number are not known. */
function TemplateName({ draft, error, pointers, onChange }: Omit<Props, 'number'>) {
  return (
    <>
      <TextField
        label="Name of the template"
        hint="A template that WhatsApp has approved for the phone number."
        pointer={pointers.name}
        error={error}
        required
        value={draft.name}
        onValue={(name) => onChange({ ...draft, name })}
      />
      <TextField
        label="Language of the template"
        hint="Such as en_US."
        pointer={pointers.language}
        error={error}
        required
        value={draft.language}
        onValue={(language) => onChange({ ...draft, language })}
      />
    </>
  );
}
