import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { fileChoices, useFiles } from '#console/screens/publishing/media-reads.ts';

/** What a person chose to send: the UUID of a file of the media library, and a caption, empty for none. */
export type FileDraft = { readonly id: string; readonly caption: string };

export const NO_FILE: FileDraft = { id: '', caption: '' };

type Props = FieldsProps<FileDraft> & { readonly isBusy: boolean };

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
  const field = fieldsOf({ draft, error, onChange });
  return (
    <>
      <ChoiceField
        {...field('id', '#/media/id')}
        label="File"
        required
        choices={fileChoices(files.data)}
        placeholder={files.data ? 'Choose a file' : 'Loading…'}
      />
      <TextField {...field('caption', '#/media/text')} label="Caption" maxLength={1024} />
      <div class="actions">
        <button type="submit" disabled={draft.id === '' || isBusy}>
          Send
        </button>
        <Progress isBusy={isBusy} />
      </div>
    </>
  );
}
