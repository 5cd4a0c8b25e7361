import { useId } from 'preact/hooks';
import { FieldErrors } from '#console/parts/field.tsx';
import { NETWORKS, type Network, type Profile } from './block-draft.ts';

const MOST = 20;

/** The profiles of a block, each with its network and address. */
export function ProfileFields({
  items,
  error,
  onItems,
}: {
  readonly items: readonly Profile[];
  /** The error of saving the profiles as they are now. */
  readonly error: Error | null;
  readonly onItems: (items: readonly Profile[]) => void;
}) {
  const id = useId();
  const replace = (index: number, changed: Partial<Profile>): void =>
    onItems(items.map((item, at) => (at === index ? { ...item, ...changed } : item)));
  return (
    <fieldset>
      <legend>Profiles</legend>
      {items.map(({ network, url }, index) => (
        // The position identifies a profile: two can be equal.
        <div key={index} class="field">
          <div class="actions">
            <label htmlFor={`${id}-${index}-network`}>Network {index + 1}</label>
            <select
              id={`${id}-${index}-network`}
              value={network}
              onChange={({ currentTarget }) => {
                const chosen = NETWORKS.find((each) => each === currentTarget.value);
                if (chosen) replace(index, { network: chosen });
              }}
            >
              {NETWORKS.map((each: Network) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            <label htmlFor={`${id}-${index}-url`}>Address {index + 1}</label>
            <input
              id={`${id}-${index}-url`}
              type="url"
              required
              autocomplete="off"
              maxLength={512}
              value={url}
              onInput={({ currentTarget }) => replace(index, { url: currentTarget.value })}
            />
            {items.length > 1 && (
              <button
                type="button"
                class="quiet"
                aria-label={`Remove profile ${index + 1}`}
                onClick={() => onItems(items.toSpliced(index, 1))}
              >
                Remove
              </button>
            )}
          </div>
          <FieldErrors pointer={`#/items/${index}`} error={error} />
        </div>
      ))}
      {items.length < MOST && (
        <button
          type="button"
          class="quiet"
          onClick={() => onItems([...items, { network: 'website', url: '' }])}
        >
          Add a profile
        </button>
      )}
      <FieldErrors pointer="#/items" error={error} isWhole />
    </fieldset>
  );
}
