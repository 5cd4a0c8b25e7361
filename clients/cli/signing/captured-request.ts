import { wrongUsage } from '#cli/command/command-error.ts';

/** The headers of a captured request. Names are in lower case; a header that was sent twice has two values. */
export type CapturedHeaders = ReadonlyMap<string, readonly string[]>;

/**
 * Reads headers from lines such as `X-Webhook-Event: …`, as `curl -i`, proxies and logs show them, or from a JSON object of headers. Lines that are
 * no headers, such as the request line, are skipped.
 */
export function readHeaders(texts: readonly string[]): CapturedHeaders {
  const headers = new Map<string, string[]>();
  const add = (name: string, value: string) => {
    const key = name.trim().toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value.trim()]);
  };
  for (const text of texts) {
    const object = objectOf(text);
    if (object) {
      for (const [name, value] of Object.entries(object))
        for (const each of [value].flat()) add(name, String(each));
      continue;
    }
    for (const line of text.split(/\r?\n/u)) {
      // Debugging output of curl marks the headers of the request with ">".
      const [, name, value] = /^(?:[<>]\s*)?([\w-]+)\s*:(.*)$/u.exec(line) ?? [];
      if (name !== undefined && value !== undefined) add(name, value);
    }
  }
  if (headers.size === 0)
    throw wrongUsage('The headers are missing: use --headers <file> or --header "Name: value".');
  return headers;
}

function objectOf(text: string): Record<string, unknown> | undefined {
  if (!text.trim().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
