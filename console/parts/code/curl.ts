/** A request of the console, as a person would send it. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The request as a command for a POSIX shell. */
export function curlOf({ method, url, headers = {}, body }: ApiRequest): string {
  const parts = [
    `curl${isPattern(url) ? ' -g' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Without `-g`, curl requests several URLs for one with brackets or braces. */
function isPattern(url: string): boolean {
  return /[[\]{}]/u.test(url);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
