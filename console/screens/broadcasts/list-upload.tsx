import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { sendBytes } from '#console/screens/publishing/posts/upload-file.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { type Once, useCommand } from '#console/session/use-command.ts';
import { IMPORT, IMPORTS } from './list-words.ts';

const FIELDS = ['#/list'];

/**
 * Uploads a file of contacts as a list. It is part of the form of a broadcast, so it has a button instead of a form of its own. That form is not
 * sent while a file is chosen that was not uploaded: the broadcast would go to everybody instead of the list.
 */
export function ListUpload({ onList }: { readonly onList: (list: string) => void }) {
  const { api } = useSigned().session;
  const id = useId();
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const { run, isBusy, error } = useCommand();
  const input = useRef<HTMLInputElement>(null);
  const isWaiting = file !== undefined;
  useLayoutEffect(() => {
    input.current?.setCustomValidity(isWaiting ? 'Upload the list first, or choose no file.' : '');
  }, [isWaiting]);

  async function upload(chosen: File, headers: Once): Promise<void> {
    const body = { size: chosen.size, list: name };
    const created = await bodyOf(api.POST(IMPORTS, { headers, body }));
    await sendBytes(created.upload, chosen, setShare, new AbortController().signal);
    const params = { path: { import: created.data.id } };
    await bodyOf(api.POST(`${IMPORT}/start`, { params, body: {} }));
    onList(created.data.id);
    setFile(undefined);
    if (input.current) input.current.value = '';
  }

  function start(): void {
    if (file === undefined || name.trim() === '') return;
    void run((once) => upload(file, once)).finally(() => setShare(undefined));
  }

  return (
    <details
      class="folded"
      // A form with an invalid field that nobody sees cannot be sent, and nobody sees why.
      onToggle={({ currentTarget }) => {
        if (isWaiting) currentTarget.open = true;
      }}
    >
      <summary>Upload a list</summary>
      <p class="soft">
        A file in which each line is a contact as a JSON object, such as{' '}
        <code>{'{"name": "Ada", "phone": "+49 30 901820"}'}</code>. A contact with the same phone number or
        e-mail address is updated. For other lines, contacts are created. The list is kept for 90 days.
      </p>
      <TextField
        label="Name of the list"
        pointer="#/list"
        error={error}
        maxLength={100}
        value={name}
        onValue={setName}
        onEnter={start}
      />
      <div class="field">
        <label htmlFor={id}>File of the list</label>
        <input
          ref={input}
          id={id}
          type="file"
          accept=".ndjson,.jsonl,.json,.txt"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </div>
      <div class="actions">
        <Button
          label="Upload the list"
          quiet
          disabled={isBusy || name.trim() === '' || file === undefined}
          onClick={start}
        />
        {share !== undefined && <progress value={share} aria-label="Upload of the list" />}
      </div>
      <Failure error={error} fields={FIELDS} />
    </details>
  );
}
