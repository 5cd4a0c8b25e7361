import { ChoiceField } from '#console/parts/choice-field.tsx';
import { Field } from '#console/parts/field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useFiles } from '#console/screens/media-reads.ts';
import { isSendable, useNumbers, useTemplates } from '#console/screens/numbers/number-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { MESSAGE_TYPES } from './broadcast-draft.ts';
import type { FieldsProps } from './fields-props.ts';
import { hasFile } from './sending-draft.ts';
import { textProblem } from './text-length.ts';

/** The message of a broadcast that the platform sends: a text, a file with a caption, or a template. */
export function MessageFields(props: FieldsProps) {
  const { draft, error, onChange } = props;
  const { platform, type } = draft;
  return (
    <>
      <ChoiceField
        label="Type of message"
        pointer="#/message/type"
        error={error}
        value={type}
        choices={platform === 'sms' ? MESSAGE_TYPES.filter(([each]) => each === 'text') : MESSAGE_TYPES}
        onValue={(chosen) => onChange({ ...draft, type: chosen })}
      />
      {platform === 'whatsapp' && type !== 'template' && (
        <p>
          WhatsApp delivers this message only to contacts who have written to the number within the last 24
          hours. To reach the others, send a template.
        </p>
      )}
      {type === 'template' && <TemplateFields {...props} />}
      {hasFile(type) && <FileField {...props} />}
      {type !== 'template' && <BodyField {...props} />}
    </>
  );
}

function BodyField({ draft, error, onChange }: FieldsProps) {
  const problem = textProblem(draft);
  return (
    <>
      <Field label={draft.type === 'text' ? 'Text' : 'Caption'} pointer="#/message/body" error={error}>
        {(control) => (
          <textarea
            {...control}
            required
            dir="auto"
            rows={draft.type === 'text' ? 6 : 2}
            value={draft.body}
            aria-invalid={problem === undefined ? control['aria-invalid'] : true}
            onInput={({ currentTarget }) => onChange({ ...draft, body: currentTarget.value })}
          />
        )}
      </Field>
      <output class="errors">{problem}</output>
    </>
  );
}

/** Chooses a file of the media library. A key that cannot read the library enters its UUID. */
function FileField({ draft, error, onChange }: FieldsProps) {
  const { session } = useSigned();
  return may(session, 'publishing:media:read') ? (
    <FileChoice draft={draft} error={error} onChange={onChange} />
  ) : (
    <TextField
      label="UUID of the file"
      hint="A file of the media library."
      pointer="#/sending/media_id"
      error={error}
      required
      value={draft.media}
      onValue={(media) => onChange({ ...draft, media })}
    />
  );
}

function FileChoice({ draft, error, onChange }: FieldsProps) {
  const files = useFiles();
  const fitting = (files.data ?? []).filter(({ mime_type: type }) =>
    draft.type === 'document' ? !/^(?:image|video)\//u.test(type) : type.startsWith(`${draft.type}/`),
  );
  const isKnown = draft.media === '' || fitting.some(({ uuid }) => uuid === draft.media);
  return (
    <Field
      label="File"
      hint="One of the latest files of the media library."
      pointer="#/sending/media_id"
      error={error ?? files.error}
    >
      {(control) => (
        <select
          {...control}
          required
          value={draft.media}
          onChange={({ currentTarget }) => onChange({ ...draft, media: currentTarget.value })}
        >
          <option value="" disabled>
            {files.data ? (fitting.length === 0 ? 'No fitting file' : 'Choose a file') : 'Loading…'}
          </option>
          {fitting.map(({ uuid, name, mime_type: type }) => (
            <option key={uuid} value={uuid}>
              {name} ({type})
            </option>
          ))}
          {!isKnown && <option value={draft.media}>{draft.media}</option>}
        </select>
      )}
    </Field>
  );
}

const ELSEWHERE = 'elsewhere';

/** Chooses an approved template of the number, and the values of its placeholders. */
function TemplateFields(props: FieldsProps) {
  const { draft, error, onChange } = props;
  const numbers = useNumbers();
  const verified = (numbers.data ?? []).filter(
    ({ platform, state }) => platform === draft.platform && state === 'verified',
  );
  const number = draft.number === '' ? (verified.length === 1 ? verified[0]?.id : undefined) : draft.number;
  return (
    <>
      {number === undefined ? <TemplateName {...props} /> : <TemplateChoice {...props} number={number} />}
      <Field
        label="Parameters"
        hint="The values of the placeholders in their order, one on each line. All recipients get the same values."
        pointer="#/sending/template/parameters"
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
    </>
  );
}

function TemplateChoice({ draft, error, onChange, number }: FieldsProps & { readonly number: string }) {
  const templates = useTemplates(number);
  const approved = templates.data?.filter(isSendable) ?? [];
  const chosen = approved.findIndex(
    ({ name, language }) => name === draft.template && language === draft.language,
  );
  // A template that the number does not have any more.
  const isElsewhere = templates.data !== undefined && chosen === -1 && draft.template !== '';
  if (templates.error || (templates.data && approved.length === 0))
    return <TemplateName draft={draft} error={error} onChange={onChange} />;
  return (
    <Field label="Template" pointer="#/message/body" error={error}>
      {(control) => (
        <select
          {...control}
          required
          value={isElsewhere ? ELSEWHERE : chosen === -1 ? '' : String(chosen)}
          onChange={({ currentTarget }) => {
            const found = approved[Number(currentTarget.value)];
            if (found) onChange({ ...draft, template: found.name, language: found.language });
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
              {draft.template} ({draft.language}), not approved
            </option>
          )}
        </select>
      )}
    </Field>
  );
}

/** Where the templates of the number are not known. */
function TemplateName({ draft, error, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name of the template"
        hint="A template that WhatsApp has approved for the phone number."
        pointer="#/message/body"
        error={error}
        required
        value={draft.template}
        onValue={(template) => onChange({ ...draft, template })}
      />
      <TextField
        label="Language of the template"
        hint="Such as en_US."
        pointer="#/sending/template/language"
        error={error}
        required
        value={draft.language}
        onValue={(language) => onChange({ ...draft, language })}
      />
    </>
  );
}
