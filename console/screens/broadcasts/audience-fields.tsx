import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TagList } from '#console/parts/fields/tag-list.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { ORIGINS } from '#console/screens/messaging/platforms.ts';
import { hiddenConditions, repeatedBroadcast, repeatedRecipients } from './audience-draft.ts';
import type { FieldsProps } from './fields-props.ts';
import { UploadedList } from './uploaded-list.tsx';

const ANY_ORIGIN: readonly (readonly [string, string])[] = [['', 'any'], ...ORIGINS];
/** The most tags of a condition. */
const MAX_TAGS = 40;

/** Who gets the message of a broadcast that the platform sends. */
export function AudienceFields(props: FieldsProps) {
  const { draft, error } = props;
  const repeated = repeatedBroadcast(draft);
  return (
    <fieldset>
      <legend>Audience</legend>
      {repeated === undefined ? (
        <Conditions {...props} />
      ) : (
        <p>
          The {repeatedRecipients(draft)} of{' '}
          <a href={`/console/broadcasts/${encodeURIComponent(repeated)}`}>another broadcast</a>.
        </p>
      )}
      <FieldErrors pointer="#/audience" error={error} />
    </fieldset>
  );
}

function Conditions({ draft, error, onChange }: FieldsProps) {
  const hidden = hiddenConditions(draft);
  const field = fieldsOf({ draft, error, onChange });
  return (
    <>
      <p class="soft">
        A contact gets the message if it fulfils all conditions. Without a condition, every contact with a
        phone number gets the message. Contacts who have opted out never get it.
      </p>
      <TextField {...field('stage', '#/audience/stage')} label="Stage" maxLength={64} />
      <Tags
        title="Has at least one of these tags"
        label="New tag (at least one)"
        button="Add tag (at least one)"
        tags={draft.anyTags}
        onTags={(anyTags) => onChange({ ...draft, anyTags })}
      />
      <Tags
        title="Has all of these tags"
        label="New tag (all)"
        button="Add tag (all)"
        tags={draft.allTags}
        onTags={(allTags) => onChange({ ...draft, allTags })}
      />
      <ChoiceField
        {...field('origin', '#/audience/platform')}
        label="Platform of the contact"
        hint="Where the contact comes from."
        choices={ANY_ORIGIN}
      />
      <UploadedList draft={draft} error={error} onChange={onChange} />
      {hidden !== undefined && (
        <p>
          This form has no fields for these conditions, and keeps them: <code>{hidden}</code>
        </p>
      )}
    </>
  );
}

function Tags({
  title,
  label,
  button,
  tags,
  onTags,
}: {
  readonly title: string;
  readonly label: string;
  readonly button: string;
  readonly tags: readonly string[];
  readonly onTags: (tags: readonly string[]) => void;
}) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <TagList
        name={title}
        label={label}
        button={button}
        tags={tags}
        problemOf={(tag) => {
          if (tags.includes(tag)) return 'The tag is in the list already.';
          return tags.length >= MAX_TAGS ? `Use at most ${MAX_TAGS} tags.` : undefined;
        }}
        onTags={onTags}
      />
    </fieldset>
  );
}
