import { wrongUsage } from '#cli/command/command-error.ts';
import type { Outside } from '#cli/command/outside.ts';

export const REQUEST_HEADER_OPTIONS = {
  'request-header': {
    type: 'list',
    summary: 'A header that each request to the endpoint has; the history of your shell keeps the value',
    value: 'name: value',
  },
  'request-headers-file': {
    type: 'text',
    summary: 'A file with such headers, one a line, so that no value is in the history of your shell',
    value: 'path',
  },
} as const;

type Options = {
  readonly 'request-header': readonly string[];
  readonly 'request-headers-file': string | undefined;
};

/**
 * The field `headers` of a body, or no field without such options. Errors never repeat a value, which is usually a secret.
 * @throws CommandError for a missing file, a line without a colon, or a name that is given twice
 */
export async function requestHeadersOf(
  { files }: Pick<Outside, 'files'>,
  { 'request-header': given, 'request-headers-file': path }: Options,
): Promise<{ headers?: Record<string, string> }> {
  const bytes = path === undefined ? Buffer.of() : await files.read(path);
  if (!bytes) throw wrongUsage(`There is no file ${path}.`);
  const lines = bytes.toString().split('\n');
  const stored = lines
    .filter((line) => line.trim() !== '')
    .map((line) => parse(line, '--request-headers-file'));
  const headers = [...stored, ...given.map((header) => parse(header, '--request-header'))];
  if (headers.length === 0) return {};
  const names = headers.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw wrongUsage(`The header ${twice} is given twice.`);
  return { headers: Object.fromEntries(headers) };
}

function parse(line: string, option: string): readonly [string, string] {
  const index = line.indexOf(':');
  if (index < 1) throw wrongUsage(`${option} has headers of the form 'Name: value'.`);
  return [line.slice(0, index).trim(), line.slice(index + 1).trim()];
}
