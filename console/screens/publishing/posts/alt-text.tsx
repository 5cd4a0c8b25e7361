import { useId, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Failure, Progress, Saved } from '#console/parts/notices.tsx';
import type { MediaFile } from '#console/screens/publishing/media-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';

const MOST = 1500;

/** The description of a file for people who cannot see it. It belongs to the file, so every post with the file has it. */
export function AltText({ file: { uuid, name, alt_text: saved } }: { readonly file: MediaFile }) {
  const { session } = useSigned();
  const id = useId();
  const [text, setText] = useState(saved ?? '');
  const [isSaved, setSaved] = useState(false);
  const { run, isBusy, error } = useCommand();
  if (!may(session, 'publishing:media:write')) return saved === null ? null : <span>{saved}</span>;

  async function save(): Promise<void> {
    const params = { path: { workspace: session.me.workspace.id, media: uuid } };
    const body = { alt_text: text.trim() === '' ? null : text };
    const isDone = await run(() =>
      bodyOf(session.api.PATCH('/os/api/{workspace}/media/{media}', { params, body })),
    );
    setSaved(isDone);
  }

  return (
    <div class="whole field">
      <label htmlFor={id}>
        Description of <bdi>{name}</bdi> for people who cannot see it
      </label>
      <div class="actions">
        <input
          id={id}
          autocomplete="off"
          maxLength={MOST}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setSaved(false);
          }}
        />
        <Button
          label="Save the description"
          quiet
          disabled={isBusy || text === (saved ?? '')}
          onClick={() => void save()}
        />
        <Progress isBusy={isBusy} />
        {isSaved && <Saved />}
      </div>
      <Failure error={error} />
    </div>
  );
}
