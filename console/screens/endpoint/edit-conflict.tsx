import { type EndpointDraft, missingFrom } from '#console/screens/new-endpoint/endpoint-draft.ts';

type Props = {
  /** The settings that the person began to edit, with and without the changes, and the current settings. */
  readonly base: EndpointDraft;
  readonly mine: EndpointDraft;
  readonly theirs: EndpointDraft;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
};

const FIELDS = [
  ['name', 'Name'],
  ['url', 'URL'],
  ['description', 'Description'],
  ['subscriptions', 'Subscriptions'],
] as const;

/** What another person has saved in the meantime, and a choice between both edits. */
export function EditConflict({ base, mine, theirs, onKeepMine, onTakeTheirs }: Props) {
  const differing = FIELDS.filter(
    ([field]) =>
      !isEqual(base, theirs, field) || (!isEqual(base, mine, field) && !isEqual(mine, theirs, field)),
  );
  return (
    <div class="notice" role="alert">
      <p>Another person has changed the settings. Your changes are based on earlier settings.</p>
      <dl>
        {differing.map(([field, label]) => (
          <>
            <dt key={`${field} name`}>{label}</dt>
            <dd key={field}>
              now <bdi>{textOf(theirs, field)}</bdi>
              {!isEqual(base, mine, field) && (
                <>
                  , yours <bdi>{textOf(mine, field)}</bdi>
                </>
              )}
            </dd>
          </>
        ))}
      </dl>
      <div class="actions">
        <button type="button" onClick={onKeepMine}>
          Keep mine
        </button>
        <button type="button" class="quiet" onClick={onTakeTheirs}>
          Take theirs
        </button>
      </div>
    </div>
  );
}

/** The current settings with the fields that the person changed. */
export function rebased(base: EndpointDraft, mine: EndpointDraft, theirs: EndpointDraft): EndpointDraft {
  return {
    name: isEqual(base, mine, 'name') ? theirs.name : mine.name,
    url: isEqual(base, mine, 'url') ? theirs.url : mine.url,
    description: isEqual(base, mine, 'description') ? theirs.description : mine.description,
    subscriptions: isEqual(base, mine, 'subscriptions') ? theirs.subscriptions : mine.subscriptions,
  };
}

function isEqual(one: EndpointDraft, other: EndpointDraft, field: keyof EndpointDraft): boolean {
  if (field !== 'subscriptions') return one[field] === other[field];
  return (
    missingFrom(one.subscriptions, other.subscriptions).length === 0 &&
    missingFrom(other.subscriptions, one.subscriptions).length === 0
  );
}

function textOf(draft: EndpointDraft, field: keyof EndpointDraft): string {
  if (field !== 'subscriptions') return draft[field] === '' ? 'empty' : draft[field];
  return draft.subscriptions.map(({ event, channel }) => `${event} (${channel})`).join(', ');
}
