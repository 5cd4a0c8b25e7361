import { useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import type { Preview } from './use-preview.ts';

const WIDTHS = [
  ['phone', 'Phone'],
  ['wide', 'Computer'],
] as const;

/** The page as visitors will see it. It is in a sandbox, so it runs no script and sends nothing. */
export function PagePreview({ preview: { url, error, isBusy, renew } }: { readonly preview: Preview }) {
  const [width, setWidth] = useState<'phone' | 'wide'>('phone');
  return (
    <section class="preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div class="actions">
        {WIDTHS.map(([name, label]) => (
          <Button
            label={label}
            quiet
            key={name}
            aria-pressed={width === name}
            onClick={() => setWidth(name)}
          />
        ))}
        <Button label="Update the preview" quiet onClick={renew} />
        {url !== undefined && (
          <a href={url} target="_blank" rel="noreferrer">
            Open in a new tab
          </a>
        )}
        <Progress isBusy={isBusy} />
      </div>
      {error && (
        <>
          <p>The preview does not show your last change.</p>
          <Failure error={error} />
        </>
      )}
      {url !== undefined && (
        <iframe
          class={width}
          src={url}
          title="Preview of the page"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerpolicy="no-referrer"
        />
      )}
    </section>
  );
}
