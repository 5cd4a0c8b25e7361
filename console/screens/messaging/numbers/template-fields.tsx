import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextAreaField } from '#console/parts/fields/text-area-field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { isSendable, useTemplates } from './number-reads.ts';
import type { TemplateDraft } from './template-draft.ts';

type Props = FieldsProps<TemplateDraft> & {
  /** The phone number whose templates can be sent; null if it is not known. */
  readonly number: string | null;
  /** The places of the fields in the request. */
  readonly pointers: Readonly<Record<'template' | 'name' | 'language' | 'parameters', string>>;
  readonly hint: string;
};

const ELSEWHERE = 'elsewhere';

/** Chooses an approved template of the number, and the values of its placeholders. */
export function TemplateFields({ number, ...props }: Props) {
  const { session } = useSigned();
  const { pointers, hint } = props;
  return (
    <>
      {number !== null && may(session, 'salesbot:numbers:read') ? (
        <TemplateChoice number={number} {...props} />
      ) : (
        <TemplateName {...props} />
      )}
      <TextAreaField
        {...fieldsOf(props)('parameters', pointers.parameters)}
        label="Parameters"
        hint={hint}
        rows={3}
        dir="auto"
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
    <ChoiceField
      label="Template"
      pointer={pointers.template}
      error={error}
      required
      value={isElsewhere ? ELSEWHERE : chosen === -1 ? '' : String(chosen)}
      choices={[
        ...approved.map(({ name, language }, index) => [String(index), `${name} (${language})`] as const),
        ...(isElsewhere ? [[ELSEWHERE, `${draft.name} (${draft.language}), not approved`] as const] : []),
      ]}
      placeholder={templates.data ? 'Choose a template' : 'Loading…'}
      onValue={(value) => {
        const found = approved[Number(value)];
        if (found) onChange({ ...draft, name: found.name, language: found.language });
      }}
    />
  );
}

/** Where the templates of the number are not known. */
function TemplateName({ pointers, ...props }: Omit<Props, 'number' | 'hint'>) {
  const field = fieldsOf(props);
  return (
    <>
      <TextField
        {...field('name', pointers.name)}
        label="Name of the template"
        hint="A template that WhatsApp has approved for the phone number."
        required
      />
      <TextField
        {...field('language', pointers.language)}
        label="Language of the template"
        hint="Such as en_US."
        required
      />
    </>
  );
}
