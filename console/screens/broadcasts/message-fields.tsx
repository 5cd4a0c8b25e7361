import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { TextAreaField } from '#console/parts/fields/text-area-field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { useNumbers } from '#console/screens/messaging/numbers/number-reads.ts';
import { TemplateFields } from '#console/screens/messaging/numbers/template-fields.tsx';
import { fileChoices, useFiles } from '#console/screens/publishing/media-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { MESSAGE_TYPES } from './broadcast-draft.ts';
import type { FieldsProps } from './fields-props.ts';
import { hasFile } from './sending/sending-draft.ts';
import { textProblem } from './text-length.ts';

/** The message of a broadcast that the platform sends: a text, a file with a caption, or a template. */
export function MessageFields(props: FieldsProps) {
  const { platform, type } = props.draft;
  const field = fieldsOf(props);
  return (
    <>
      <ChoiceField
        {...field('type', '#/message/type')}
        label="Type of message"
        choices={platform === 'sms' ? MESSAGE_TYPES.filter(([each]) => each === 'text') : MESSAGE_TYPES}
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
  const field = fieldsOf({ draft, error, onChange });
  return (
    <>
      <TextAreaField
        {...field('body', '#/message/body')}
        label={draft.type === 'text' ? 'Text' : 'Caption'}
        required
        dir="auto"
        rows={draft.type === 'text' ? 6 : 2}
        isWrong={problem !== undefined}
      />
      <output class="errors">{problem}</output>
    </>
  );
}

/** Chooses a file of the media library. A key that cannot read the library enters its UUID. */
function FileField(props: FieldsProps) {
  const { session } = useSigned();
  const field = fieldsOf(props);
  return may(session, 'publishing:media:read') ? (
    <FileChoice {...props} />
  ) : (
    <TextField
      {...field('media', '#/sending/media_id')}
      label="UUID of the file"
      hint="A file of the media library."
      required
    />
  );
}

function FileChoice(props: FieldsProps) {
  const { draft, error } = props;
  const files = useFiles();
  const field = fieldsOf(props);
  const fitting = (files.data ?? []).filter(({ mime_type: type }) =>
    draft.type === 'document' ? !/^(?:image|video)\//u.test(type) : type.startsWith(`${draft.type}/`),
  );
  return (
    <ChoiceField
      {...field('media', '#/sending/media_id')}
      label="File"
      hint="One of the latest files of the media library."
      error={error ?? files.error}
      required
      choices={fileChoices(fitting)}
      placeholder={files.data ? (fitting.length === 0 ? 'No fitting file' : 'Choose a file') : 'Loading…'}
    />
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
