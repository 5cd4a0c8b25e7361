import { ChoiceField } from '#console/parts/choice-field.tsx';
import { TextAreaField } from '#console/parts/text-area-field.tsx';
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
  return (
    <>
      <ChoiceField
        label="Channel"
        pointer="#/channel"
        error={error}
        value={draft.channel}
        choices={CHANNEL_CHOICES}
        onValue={(channel) => onChange({ ...draft, channel })}
      />
      <ChoiceField
        label="Type of message"
        pointer="#/message/type"
        error={error}
        value={draft.type}
        choices={MESSAGE_TYPES}
        onValue={(type) => onChange({ ...draft, type })}
      />
      <TextAreaField
        label={
          draft.type === 'text' ? 'Text' : draft.type === 'template' ? 'Name of the template' : 'Caption'
        }
        pointer="#/message/body"
        error={error}
        required
        rows={draft.type === 'text' ? 6 : 2}
        maxLength={4096}
        value={draft.body}
        onValue={(body) => onChange({ ...draft, body })}
      />
      <TextAreaField
        label="Audience"
        hint={AUDIENCE_HINT}
        pointer="#/audience"
        error={error}
        rows={4}
        spellcheck={false}
        value={draft.audience}
        isWrong={problem !== undefined}
        onValue={(audience) => onChange({ ...draft, audience })}
      />
      <output class="errors">{problem}</output>
    </>
  );
}
