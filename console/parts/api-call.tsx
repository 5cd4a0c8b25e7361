import { Copy } from './copy.tsx';
import { curlOf } from './curl.ts';

type Call = { readonly method?: 'GET' | 'POST' | 'DELETE'; readonly path: string };

/** The requests behind a screen as commands. They contain no key. */
export function ApiCalls({ calls }: { readonly calls: readonly Call[] }) {
  const text = calls
    .map(({ method = 'GET', path }) =>
      curlOf({ method, url: `${location.origin}${path}` }).concat(
        ' \\\n  -H "Authorization: Bearer $WORKSPACE_API_KEY"',
      ),
    )
    .join('\n\n');
  return (
    <details class="calls">
      <summary>Show the API call</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <Copy text={text} />
    </details>
  );
}
