import { X } from 'lucide';
import { IconButton } from '#console/parts/button.tsx';
import { Adder } from './adder.tsx';

/** Tags with a button that removes each of them, and a field for another one. They belong into a fieldset. */
export function TagList({
  name,
  tags,
  onTags,
  ...adder
}: Pick<Parameters<typeof Adder>[0], 'label' | 'button' | 'problemOf'> & {
  /** The name of the list for screen readers. */
  readonly name: string;
  readonly tags: readonly string[];
  readonly onTags: (tags: readonly string[]) => void;
}) {
  return (
    <>
      {tags.length > 0 && (
        <ul class="chips" aria-label={name}>
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
              <IconButton
                label={`Remove the tag ${tag}`}
                icon={X}
                onClick={() => onTags(tags.filter((each) => each !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      <Adder {...adder} maxLength={64} onAdd={(tag) => onTags([...tags, tag])} />
    </>
  );
}
