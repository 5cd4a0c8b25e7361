import { ChoiceField } from '#console/parts/choice-field.tsx';
import { Field } from '#console/parts/field.tsx';
import { TextAreaField } from '#console/parts/text-area-field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useNumbers } from '#console/screens/messaging/numbers/number-reads.ts';
import { TemplateFields } from '#console/screens/messaging/numbers/template-fields.tsx';
import { useFiles } from '#console/screens/publishing/media-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { MESSAGE_TYPES } from './broadcast-draft.ts';
import type { FieldsProps } from './fields-props.ts';
import { hasFile } from './sending/sending-draft.ts';
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
      {type === 'template' && <TemplateOfNumber {...props} />}
      {hasFile(type) && <FileField {...props} />}
      {type !== 'template' && <BodyField {...props} />}
    </>
  );
}

function BodyField({ draft, error, onChange }: FieldsProps) {
  const problem = textProblem(draft);
  return (
    <>
      <TextAreaField
        label={draft.type === 'text' ? 'Text' : 'Caption'}
        pointer="#/message/body"
        error={error}
        required
        dir="auto"
        rows={draft.type === 'text' ? 6 : 2}
        value={draft.body}
        isWrong={problem !== undefined}
        onValue={(body) => onChange({ ...draft, body })}
      />
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

const TEMPLATE_POINTERS = {
  template: '#/message/body',
  name: '#/message/body',
  language: '#/sending/template/language',
  parameters: '#/sending/template/parameters',
};

/** The template of the number that the broadcast is sent from. */
function TemplateOfNumber({ draft, error, onChange }: FieldsProps) {
  const numbers = useNumbers();
  const verified = (numbers.data ?? []).filter(
    ({ platform, state }) => platform === draft.platform && state === 'verified',
  );
  const only = verified.length === 1 ? verified[0] : undefined;
  const { template: name, language, parameters } = draft;
  return (
    <TemplateFields
      number={draft.number === '' ? (only?.id ?? null) : draft.number}
      draft={{ name, language, parameters }}
      error={error}
      pointers={TEMPLATE_POINTERS}
      hint="The values of the placeholders in their order, one on each line. All recipients get the same values."
      onChange={({ name: template, ...rest }) => onChange({ ...draft, ...rest, template })}
    />
  );
}
