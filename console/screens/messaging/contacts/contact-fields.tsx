import { useId } from 'preact/hooks';
import { CheckList } from '#console/parts/fields/check-list.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, withElement, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TagList } from '#console/parts/fields/tag-list.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { CHANNELS, ORIGINS, platformName } from '#console/screens/messaging/platforms.ts';
import type { ContactDraft } from './contact-draft.ts';
import { CustomFields } from './custom-fields.tsx';
import { DateFields } from './date-fields.tsx';

const ORIGIN_CHOICES: readonly (readonly [string, string])[] = [['', 'unknown'], ...ORIGINS];

type Props = FieldsProps<ContactDraft>;

/** The fields of a contact. */
export function ContactFields(props: Props) {
  const field = fieldsOf(props);
  return (
    <>
      <TextField {...field('name')} label="Name" maxLength={255} />
      <TextField {...field('email')} label="E-mail address" type="email" maxLength={254} />
      <TextField
        {...field('phone')}
        label="Phone number"
        hint="With its country code, such as +49 30 901820."
        inputMode="tel"
        maxLength={40}
      />
      <ChoiceField
        {...field('platform')}
        label="Platform"
        hint="Where the contact comes from."
        choices={ORIGIN_CHOICES}
      />
      <TextField
        {...field('stage')}
        label="Stage"
        hint="The step of the contact in your sales process, such as lead."
        maxLength={64}
      />
      <Tags {...props} />
      <CustomFields {...props} />
      <DateFields {...props} />
      <OptOuts {...props} />
    </>
  );
}

function Tags({ draft, error, onChange }: Props) {
  const { tags } = draft;
  return (
    <fieldset>
      <legend>Tags</legend>
      <TagList
        name="Tags"
        label="New tag"
        button="Add the tag"
        tags={tags}
        problemOf={(tag) => (tags.includes(tag) ? 'The contact has this tag already.' : undefined)}
        onTags={(changed) => onChange({ ...draft, tags: changed })}
      />
      <FieldErrors pointer="#/tags" error={error} />
    </fieldset>
  );
}

function OptOuts({ draft, error, onChange }: Props) {
  const id = useId();
  const { optedOut } = draft;
  const others = optedOut.filter((name) => !CHANNELS.some((channel) => channel === name));
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend>Opted out of</legend>
      <span id={`${id}-hint`} class="soft">
        Nothing is sent to the contact on these channels.
      </span>
      <CheckList
        choices={[...CHANNELS, ...others].map((channel) => [channel, platformName(channel)])}
        chosen={optedOut}
        onCheck={(channel, checked) =>
          onChange({ ...draft, optedOut: withElement(optedOut, channel, checked) })
        }
      />
      <FieldErrors pointer="#/opted_out" error={error} />
    </fieldset>
  );
}
