import { useId, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { type MediaFile, useFiles } from '#console/screens/publishing/media-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { AltText } from './alt-text.tsx';
import { FILE_TYPES, M4V_TYPE } from './upload-file.ts';
import type { useUploads } from './use-uploads.ts';

const MOST = 20;

type Uploads = ReturnType<typeof useUploads>;

/** The files of one post of a thread: by drag, by paste, by a button, or from the media library. */
export function MediaFields({
  label,
  pointer,
  error,
  media,
  uploads,
  pictures,
  onMedia,
}: {
  /** Which post of the thread it is, for screen readers. */
  readonly label: string;
  readonly pointer: string;
  readonly error: Error | null;
  readonly media: readonly number[];
  readonly uploads: Uploads;
  /** URLs of pictures that the person has uploaded, by file. */
  readonly pictures: ReadonlyMap<number, string>;
  readonly onMedia: (media: readonly number[]) => void;
}) {
  const { session } = useSigned();
  const id = useId();
  const { data: files, error: failure } = useFiles();
  const [isOver, setOver] = useState(false);
  const others = files?.filter((file) => !media.includes(file.id)) ?? [];
  const isFull = media.length >= MOST;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a button chooses files without a mouse
    <fieldset
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        uploads.add([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <legend>Files of {label}</legend>
      <Failure error={failure} />
      <ol class="rows">
        {media.map((each, index) => (
          <Attached
            key={each}
            id={each}
            file={files?.find((file) => file.id === each)}
            picture={pictures.get(each)}
            isFirst={index === 0}
            onUp={() => onMedia(media.toSpliced(index, 1).toSpliced(index - 1, 0, each))}
            onRemove={() => onMedia(media.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <Running uploads={uploads} />
      {!isFull && may(session, 'publishing:media:write') && (
        <>
          <label htmlFor={`${id}-file`}>Upload a file</label>
          <span id={`${id}-hint`} class="soft">
            Or drag it here, or paste it into the text.
          </span>
          <input
            id={`${id}-file`}
            type="file"
            multiple
            accept={[...FILE_TYPES, M4V_TYPE].join(',')}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => {
              uploads.add([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </>
      )}
      {!isFull && others.length > 0 && (
        <>
          <label htmlFor={`${id}-library`}>Add a file of the media library</label>
          <Select<string>
            id={`${id}-library`}
            value=""
            choices={others.map(({ id: each, name }) => [String(each), name] as const)}
            placeholder="Choose a file"
            onValue={(chosen) => onMedia([...media, Number(chosen)])}
          />
        </>
      )}
      <FieldErrors pointer={pointer} error={error} />
    </fieldset>
  );
}

function Attached({
  id,
  file,
  picture,
  isFirst,
  onUp,
  onRemove,
}: {
  readonly id: number;
  readonly file: MediaFile | undefined;
  readonly picture: string | undefined;
  readonly isFirst: boolean;
  readonly onUp: () => void;
  readonly onRemove: () => void;
}) {
  const name = file?.name ?? `file ${id}`;
  return (
    <li>
      {picture !== undefined && <img class="thumb" src={picture} alt="" />}
      <bdi>{name}</bdi>
      <span class="actions">
        {!isFirst && <Button label="↑" quiet aria-label={`Move up: ${name}`} onClick={onUp} />}
        <Button label="Remove" quiet aria-label={`Remove: ${name}`} onClick={onRemove} />
      </span>
      {file && <AltText file={file} />}
    </li>
  );
}

function Running({ uploads }: { readonly uploads: Uploads }) {
  return (
    <ul class="rows" aria-label="Uploads">
      {uploads.running.map((uploading) => {
        const { key, file, share, error } = uploading;
        return (
          <li key={key}>
            <bdi>{file.name}</bdi>
            {error ? (
              <>
                <Failure error={error} />
                <Button label="Try again" quiet onClick={() => uploads.repeat(uploading)} />
              </>
            ) : (
              <progress value={share} aria-label={`Upload of ${file.name}`} />
            )}
            <Button label={error ? 'Remove' : 'Cancel'} quiet onClick={() => uploads.cancel(key)} />
          </li>
        );
      })}
    </ul>
  );
}
