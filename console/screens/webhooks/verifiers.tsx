import { useState } from 'preact/hooks';
import { Copy } from '#console/parts/copy.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import guide from '#docs/api/webhooks.md';

/** The languages of the webhook guide, by the name after the fence of their snippets. */
const LANGUAGES = [
  ['js', 'Node'],
  ['python', 'Python'],
  ['php', 'PHP'],
  ['go', 'Go'],
] as const;

/** Code that verifies signatures, in the languages of the webhook guide, which is the source of the code. */
export function Verifiers() {
  const [fence, setFence] = useState<string>('js');
  const code = snippetOf(fence);
  return (
    <section>
      <h2>Verify signatures</h2>
      <label htmlFor="language">Language</label>{' '}
      <Select id="language" value={fence} choices={LANGUAGES} onValue={setFence} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{code}</pre>
      <p>
        <Copy text={code} label="Copy the code" />{' '}
        <a href="/docs/webhooks" target="_blank" rel="noreferrer">
          The webhook guide
        </a>{' '}
        explains the code.
      </p>
    </section>
  );
}

function snippetOf(fence: string): string {
  return new RegExp(`^\`\`\`${fence}\n([^]*?)^\`\`\`$`, 'mu').exec(guide)?.[1] ?? '';
}
