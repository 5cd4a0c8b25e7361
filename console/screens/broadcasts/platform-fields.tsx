import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { useNumbers } from '#console/screens/messaging/numbers/number-reads.ts';
import { NUMBER_PLATFORMS, platformName } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { AudienceFields } from './audience-fields.tsx';
import type { FieldsProps } from './fields-props.ts';
import { MessageFields } from './message-fields.tsx';
import { MessagePreview } from './message-preview.tsx';
import { SendingFields } from './sending/sending-fields.tsx';

const PLATFORMS = NUMBER_PLATFORMS.map((platform) => [platform, platformName(platform)] as const);

/** The fields of a broadcast that the platform sends, with a preview of the message. */
export function PlatformFields(props: FieldsProps) {
  const { draft, error, onChange } = props;
  return (
    <>
      <ChoiceField
        label="Platform"
        hint="The sandbox is for tests: it reaches no real phone."
        pointer="#/sending/platform"
        error={error}
        value={draft.platform}
        choices={PLATFORMS}
        // A number belongs to one platform, and SMS has only texts.
        onValue={(platform) =>
          onChange({ ...draft, platform, number: '', type: platform === 'sms' ? 'text' : draft.type })
        }
      />
      <NumberField {...props} />
      <MessageFields {...props} />
      <MessagePreview
        platform={draft.platform}
        type={draft.type}
        body={draft.body}
        template={draft.template}
        language={draft.language}
        parameters={draft.parameters}
        media={draft.media}
      />
      <AudienceFields {...props} />
      <SendingFields {...props} />
    </>
  );
}

/** Which of the verified numbers of the platform sends. */
function NumberField({ draft, error, onChange }: FieldsProps) {
  const { session } = useSigned();
  const numbers = useNumbers();
  const { platform } = draft;
  const verified = (numbers.data ?? []).filter(
    (each) => each.platform === platform && each.state === 'verified',
  );
  const isVisible = may(session, 'salesbot:numbers:read') && numbers.data !== undefined;
  const field = fieldsOf({ draft, error, onChange });
  return (
    <>
      <ChoiceField
        {...field('number', '#/sending/phone_number_id')}
        label="Phone number"
        choices={[['', 'the only verified number'], ...verified.map(({ id, phone }) => [id, phone] as const)]}
      />
      {isVisible && verified.length === 0 && (
        <p>
          No phone number is verified for {platformName(platform)}. Verify one under{' '}
          <a href="/console/numbers">Phone numbers</a> before the broadcast starts.
        </p>
      )}
      {verified.length > 1 && draft.number === '' && (
        <p>
          The workspace has {verified.length} verified numbers for {platformName(platform)}. Choose one.
          Otherwise the broadcast fails.
        </p>
      )}
    </>
  );
}
