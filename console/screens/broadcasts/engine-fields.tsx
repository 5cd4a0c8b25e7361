import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { TextAreaField } from '#console/parts/fields/text-area-field.tsx';
import { CHANNELS, platformName } from '#console/screens/messaging/platforms.ts';
import { audienceProblem, MESSAGE_TYPES } from './broadcast-draft.ts';
import type { FieldsProps } from './fields-props.ts';

const CHANNEL_CHOICES = [
  ['all', 'not chosen'] as const,
  ...CHANNELS.map((channel) => [channel, platformName(channel)] as const),
];
const AUDIENCE_HINT =
  'Who gets the message, as a JSON object in the format of your messaging system, such as {"tags": ["customers"]}. Can be empty.';

/** The fields of a broadcast that your messaging system sends. */
export function EngineFields({ draft, error, onChange }: FieldsProps) {
  const problem = audienceProblem(draft.audience);
  const field = fieldsOf({ draft, error, onChange });
  return (
    <>
      <ChoiceField {...field('channel')} label="Channel" choices={CHANNEL_CHOICES} />
      <ChoiceField {...field('type', '#/message/type')} label="Type of message" choices={MESSAGE_TYPES} />
      <TextAreaField
        {...field('body', '#/message/body')}
        label={
          draft.type === 'text' ? 'Text' : draft.type === 'template' ? 'Name of the template' : 'Caption'
        }
        required
        rows={draft.type === 'text' ? 6 : 2}
        maxLength={4096}
      />
      <TextAreaField
        {...field('audience')}
        label="Audience"
        hint={AUDIENCE_HINT}
        rows={4}
        spellcheck={false}
        isWrong={problem !== undefined}
      />
      <output class="errors">{problem}</output>
    </>
  );
}
