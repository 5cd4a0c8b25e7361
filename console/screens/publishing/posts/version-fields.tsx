import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import type { FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TextAreaField } from '#console/parts/fields/text-area-field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import type { Account } from '#console/screens/publishing/post-reads.ts';
import { MediaFields } from './media-fields.tsx';
import { usePictures } from './pictures.tsx';
import { EMPTY_ITEM, type ItemDraft, type PostDraft, type VersionDraft, withVersion } from './post-draft.ts';
import { useUploads } from './use-uploads.ts';

const MAX_ITEMS = 25;
const MAX_CHARACTERS = 65_535;

type Props = FieldsProps<PostDraft> & { readonly accounts: readonly Account[] };

/** The original content, and the content of each account that has its own. */
export function VersionFields({ draft, error, accounts, onChange }: Props) {
  const [shown, setShown] = useState(0);
  const chosen = accounts.filter(({ id }) => draft.accounts.includes(id));
  const tabs = [{ id: 0, name: 'Shared content' }, ...chosen];
  const current = tabs.some(({ id }) => id === shown) ? shown : 0;
  const index = draft.versions.findIndex(({ accountId }) => accountId === current);
  const version = draft.versions[index];
  const name = tabs.find(({ id }) => id === current)?.name ?? '';
  return (
    <fieldset>
      <legend>Content</legend>
      {chosen.length > 0 && (
        <div class="actions">
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              class="quiet"
              aria-pressed={tab.id === current}
              onClick={() => setShown(tab.id)}
            >
              <bdi>{tab.name}</bdi>
              {tab.id > 0 && draft.versions.some(({ accountId }) => accountId === tab.id) && ' (own content)'}
            </button>
          ))}
        </div>
      )}
      {version ? (
        <>
          <Thread
            key={current}
            version={version}
            pointer={`#/versions/${index}/content`}
            error={error}
            onContent={(content) => onChange(withVersion(draft, current, content))}
          />
          {current > 0 && (
            <button type="button" class="quiet" onClick={() => onChange(withVersion(draft, current, null))}>
              Delete the own content of <bdi>{name}</bdi>
            </button>
          )}
        </>
      ) : (
        <p>
          <bdi>{name}</bdi> gets the shared content.{' '}
          <Button
            label="Write own content"
            quiet
            onClick={() => onChange(withVersion(draft, current, draft.versions[0]?.content ?? [EMPTY_ITEM]))}
          />
        </p>
      )}
      <FieldErrors pointer="#/versions" error={error} isWhole />
    </fieldset>
  );
}

function Thread({
  version: { content },
  pointer,
  error,
  onContent,
}: {
  readonly version: VersionDraft;
  readonly pointer: string;
  readonly error: Error | null;
  readonly onContent: (content: readonly ItemDraft[]) => void;
}) {
  return (
    <>
      {content.map((item, index) => (
        <Item
          // The position identifies an item: two can be equal.
          key={index}
          label={content.length === 1 ? 'the post' : `post ${index + 1} of the thread`}
          item={item}
          pointer={`${pointer}/${index}`}
          error={error}
          onItem={(changed) => onContent(content.with(index, changed))}
          onUp={
            index === 0
              ? undefined
              : () => onContent(content.toSpliced(index, 1).toSpliced(index - 1, 0, item))
          }
          onRemove={content.length === 1 ? undefined : () => onContent(content.toSpliced(index, 1))}
        />
      ))}
      {content.length < MAX_ITEMS && (
        <Button label="Continue as a thread" quiet onClick={() => onContent([...content, EMPTY_ITEM])} />
      )}
      <FieldErrors pointer={pointer} error={error} isWhole />
    </>
  );
}

function Item({
  label,
  item,
  pointer,
  error,
  onItem,
  onUp,
  onRemove,
}: {
  readonly label: string;
  readonly item: ItemDraft;
  readonly pointer: string;
  readonly error: Error | null;
  readonly onItem: (item: ItemDraft) => void;
  readonly onUp: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}) {
  const { pictures, addPicture } = usePictures();
  const uploads = useUploads((file, chosen) => {
    addPicture(file, chosen);
    onItem({ ...item, media: [...item.media, file.id] });
  });
  return (
    <div class="item">
      <TextAreaField
        label={`Text of ${label}`}
        pointer={`${pointer}/body`}
        error={error}
        rows={5}
        maxLength={MAX_CHARACTERS}
        value={item.body}
        onValue={(body) => onItem({ ...item, body })}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])];
          if (files.length === 0) return;
          event.preventDefault();
          uploads.add(files);
        }}
      />
      <TextField
        label={`Link of ${label}`}
        hint="The link is added after the text, unless the text already contains the link."
        pointer={`${pointer}/url`}
        error={error}
        type="url"
        maxLength={2048}
        value={item.url}
        onValue={(url) => onItem({ ...item, url })}
      />
      <MediaFields
        label={label}
        pointer={`${pointer}/media`}
        error={error}
        media={item.media}
        uploads={uploads}
        pictures={pictures}
        onMedia={(media) => onItem({ ...item, media })}
      />
      <div class="actions">
        {onUp && <Button label={`Move ${label} up`} quiet onClick={onUp} />}
        {onRemove && <Button label={`Remove ${label}`} quiet onClick={onRemove} />}
      </div>
    </div>
  );
}
