import { CodeBlock } from './code/code-block.tsx';
import { curlOf, type ApiRequest } from './code/curl.ts';

type Call = {
  readonly method?: ApiRequest['method'];
  readonly path: string;
  /** The fields that the screen sends. Secrets stay out of it. */
  readonly body?: unknown;
  /** Further headers, such as `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The requests behind a screen as commands. They contain no key. */
export function ApiCalls({
  calls,
  isOpen = false,
}: {
  readonly calls: readonly Call[];
  /** Whether the person sees them without a click. */
  readonly isOpen?: boolean;
}) {
  const text = calls.map(commandOf).join('\n\n');
  return (
    <details class="calls" open={isOpen}>
      <summary>Show the API call</summary>
      <CodeBlock title="curl" text={text} wraps />
    </details>
  );
}

function commandOf({ method = 'GET', path, body, headers = {} }: Call): string {
  const request = curlOf({
    method,
    url: `${location.origin}${path}`,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // The shell replaces the variable, so this header is not in single quotes.
  return request.concat(' \\\n  -H "Authorization: Bearer $WORKSPACE_API_KEY"');
}
