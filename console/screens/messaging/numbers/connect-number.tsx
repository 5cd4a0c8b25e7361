import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { OpenedForm } from '#console/parts/opened-form.tsx';
import { NUMBER_PLATFORMS, platformName } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { NUMBERS } from './number-reads.ts';

const FIELDS = ['#/platform', '#/phone', '#/origination_id'];
const PLATFORM_CHOICES = NUMBER_PLATFORMS.map((each) => [each, platformName(each)] as const);
const ID_HINTS = { sms: 'Such as phone-…', whatsapp: 'Such as phone-number-id-…' };

type Draft = {
  readonly platform: (typeof NUMBER_PLATFORMS)[number];
  readonly phone: string;
  readonly origin: string;
};

const EMPTY: Draft = { platform: 'sms', phone: '', origin: '' };

/** Connects a phone number, which is then verified. */
export function ConnectNumber() {
  const { api } = useSigned().session;
  return (
    <OpenedForm
      label="Connect a phone number"
      title="New phone number"
      initial={EMPTY}
      submit="Connect"
      send={(draft, headers) => bodyOf(api.POST(NUMBERS, { headers, body: requestOf(draft) }))}
      errorFields={FIELDS}
      focus="select"
      callsOf={(draft) => [{ method: 'POST', path: NUMBERS, body: requestOf(draft) }]}
    >
      {(fields) => <NumberFields {...fields} />}
    </OpenedForm>
  );
}

function NumberFields(props: FieldsProps<Draft>) {
  const { platform } = props.draft;
  const field = fieldsOf(props);
  return (
    <>
      <ChoiceField {...field('platform')} label="Platform" choices={PLATFORM_CHOICES} />
      <TextField
        {...field('phone')}
        label="Phone number"
        hint="With its country code, such as +49 30 901820."
        required
        inputMode="tel"
        maxLength={40}
      />
      {platform !== 'sandbox' && (
        <TextField
          {...field('origin', '#/origination_id')}
          label="ID of the number at AWS"
          hint={`${ID_HINTS[platform]} The operator of this installation knows it.`}
          required
        />
      )}
    </>
  );
}

function requestOf({ platform, phone, origin }: Draft) {
  return { platform, phone, ...(platform === 'sandbox' ? {} : { origination_id: origin.trim() }) };
}
