import { useId } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { NETWORKS, type Profile } from './block-draft.ts';

const MOST = 20;
const NETWORK_CHOICES = NETWORKS.map((network) => [network, network] as const);

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
            <Select
              id={`${id}-${index}-network`}
              value={network}
              choices={NETWORK_CHOICES}
              onValue={(chosen) => replace(index, { network: chosen })}
            />
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
              <Button
                label="Remove"
                quiet
                aria-label={`Remove profile ${index + 1}`}
                onClick={() => onItems(items.toSpliced(index, 1))}
              />
            )}
          </div>
          <FieldErrors pointer={`#/items/${index}`} error={error} />
        </div>
      ))}
      {items.length < MOST && (
        <Button
          label="Add a profile"
          quiet
          onClick={() => onItems([...items, { network: 'website', url: '' }])}
        />
      )}
      <FieldErrors pointer="#/items" error={error} isWhole />
    </fieldset>
  );
}
