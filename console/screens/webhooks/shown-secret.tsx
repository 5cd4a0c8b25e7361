import { Copy } from '#console/parts/copy.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';

/** A secret that the API returned just now. It is in the memory of the page only. */
export function ShownSecret({ secret }: { readonly secret: string }) {
  return (
    <Notice tone="good">
      <p>This is the only time that the secret is shown. Store it in your receiver.</p>
      <p>
        <code class="secret">{secret}</code> <Copy text={secret} label="Copy the secret" />
      </p>
    </Notice>
  );
}
