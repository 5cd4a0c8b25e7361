import { useId } from 'preact/hooks';
import { Adder } from '#console/parts/adder.tsx';
import { CheckField } from '#console/parts/check-field.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { FieldErrors } from '#console/parts/field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { CHANNELS, ORIGINS, platformName } from '#console/screens/messaging/platforms.ts';
import { type ContactDraft, toggled } from './contact-draft.ts';
import { CustomFields } from './custom-fields.tsx';
import { DateFields } from './date-fields.tsx';

const ORIGIN_CHOICES: readonly (readonly [string, string])[] = [['', 'unknown'], ...ORIGINS];

type Props = {
  readonly draft: ContactDraft;
  /** The error of saving the draft as it is now. */
  readonly error: Error | null;
  readonly onChange: (draft: ContactDraft) => void;
};

/** The fields of a contact. */
export function ContactFields({ draft, error, onChange }: Props) {
  return (
    <>
      <TextField
        label="Name"
        pointer="#/name"
        error={error}
        maxLength={255}
        value={draft.name}
        onValue={(name) => onChange({ ...draft, name })}
      />
      <TextField
        label="E-mail address"
        pointer="#/email"
        error={error}
        type="email"
        maxLength={254}
        value={draft.email}
        onValue={(email) => onChange({ ...draft, email })}
      />
      <TextField
        label="Phone number"
        hint="With its country code, such as +49 30 901820."
        pointer="#/phone"
        error={error}
        inputMode="tel"
        maxLength={40}
        value={draft.phone}
        onValue={(phone) => onChange({ ...draft, phone })}
      />
      <ChoiceField
        label="Platform"
        hint="Where the contact comes from."
        pointer="#/platform"
        error={error}
        value={draft.platform}
        choices={ORIGIN_CHOICES}
        onValue={(platform) => onChange({ ...draft, platform })}
      />
      <TextField
        label="Stage"
        hint="The step of the contact in your sales process, such as lead."
        pointer="#/stage"
        error={error}
        maxLength={64}
        value={draft.stage}
        onValue={(stage) => onChange({ ...draft, stage })}
      />
      <Tags draft={draft} error={error} onChange={onChange} />
      <CustomFields draft={draft} error={error} onChange={onChange} />
      <DateFields draft={draft} error={error} onChange={onChange} />
      <OptOuts draft={draft} error={error} onChange={onChange} />
    </>
  );
}

function Tags({ draft, error, onChange }: Props) {
  const { tags } = draft;
  return (
    <fieldset>
      <legend>Tags</legend>
      <ul class="chips" aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag}>
            <bdi>{tag}</bdi>{' '}
            <button
              type="button"
              class="quiet"
              aria-label={`Remove the tag ${tag}`}
              onClick={() => onChange({ ...draft, tags: tags.filter((each) => each !== tag) })}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Adder
        label="New tag"
        button="Add the tag"
        maxLength={64}
        problemOf={(tag) => (tags.includes(tag) ? 'The contact has this tag already.' : undefined)}
        onAdd={(tag) => onChange({ ...draft, tags: [...tags, tag] })}
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
      {[...CHANNELS, ...others].map((channel) => (
        <CheckField
          key={channel}
          checked={optedOut.includes(channel)}
          onCheck={() => onChange({ ...draft, optedOut: toggled(optedOut, channel) })}
        >
          {platformName(channel)}
        </CheckField>
      ))}
      <FieldErrors pointer="#/opted_out" error={error} />
    </fieldset>
  );
}
