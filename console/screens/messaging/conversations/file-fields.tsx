import { Field } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useFiles } from '#console/screens/publishing/media-reads.ts';

/** What a person chose to send: the UUID of a file of the media library, and a caption, empty for none. */
export type FileDraft = { readonly id: string; readonly caption: string };

export const NO_FILE: FileDraft = { id: '', caption: '' };

type Props = {
  readonly draft: FileDraft;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onChange: (draft: FileDraft) => void;
};

/** Chooses one of the latest files of the media library, and its caption. */
export function FileFields({ draft, error, isBusy, onChange }: Props) {
  const files = useFiles();
  if (files.error) return <Failure error={files.error} />;
  if (files.data?.length === 0)
    return (
      <p>
        The media library has no file. Upload a file with the API operation createMedia, then reload this
        page.
      </p>
    );
  return (
    <>
      <Field label="File" pointer="#/media/id" error={error}>
        {(control) => (
          <select
            {...control}
            required
            value={draft.id}
            onChange={({ currentTarget }) => onChange({ ...draft, id: currentTarget.value })}
          >
            <option value="" disabled>
              {files.data ? 'Choose a file' : 'Loading…'}
            </option>
            {files.data?.map(({ uuid, name, mime_type: type }) => (
              <option key={uuid} value={uuid}>
                {name} ({type})
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label="Caption"
        pointer="#/media/text"
        error={error}
        maxLength={1024}
        value={draft.caption}
        onValue={(caption) => onChange({ ...draft, caption })}
      />
      <div class="actions">
        <button type="submit" disabled={draft.id === '' || isBusy}>
          Send
        </button>
        <Progress isBusy={isBusy} />
      </div>
    </>
  );
}
