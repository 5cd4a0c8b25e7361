import { urlOf } from '#cli/api/connect.ts';
import { failureOf } from '#cli/api/problem.ts';
import { wrongUsage } from '#cli/command/command-error.ts';
import { defineCommand } from '#cli/command/command.ts';
import { jsonOf } from '#cli/command/json.ts';
import type { Outside } from '#cli/command/outside.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
/** The command line sets these itself. */
const OWN_HEADERS = [
  'authorization',
  'x-api-key',
  'cookie',
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
];

export const api = defineCommand({
  name: 'api',
  summary: 'Send any request to the API and print the response',
  details:
    'The path begins with "/". A POST has an Idempotency-Key: a new one, or that of --header. An error response is printed, too,\n' +
    'and decides the exit code.',
  arguments: [
    { name: 'method', summary: 'The method', choices: METHODS },
    { name: 'path', summary: 'The path, such as /api/v1/me' },
  ],
  options: {
    data: { type: 'text', summary: 'The body: JSON, @file, or - for standard input', value: 'json' },
    query: { type: 'list', summary: 'A query parameter', value: 'name=value' },
    header: { type: 'list', summary: 'A header', value: 'name: value' },
  },
  examples: [
    'api GET /api/v1/me',
    'api GET /api/v1/events --query limit=5 --query matched=false',
    'api POST /api/v1/salesbot/events --data @event.json',
    `api PATCH /api/v1/workspace --data '{"name":"Shop"}'`,
  ],
  async run({ options, args, outside, screen, connect }) {
    const connection = await connect();
    const url = urlOf(connection.host, args.path);
    for (const parameter of options.query)
      url.searchParams.append(...halves(parameter, '=', '--query has the form name=value.'));
    const headers: Record<string, string> = { accept: 'application/json, application/problem+json' };
    const body = await readBody(outside, options.data);
    if (body) headers['content-type'] = 'application/json';
    if (args.method === 'POST') headers['idempotency-key'] = outside.uuid();
    for (const header of options.header) {
      const [name, value] = halves(header, ':', "--header has the form 'Name: value'.");
      const lower = name.toLowerCase();
      if (!/^[\w!#$%&'*+.^`|~-]+$/u.test(lower) || /[^\t\x20-\x7e\x80-\xff]/u.test(value))
        throw wrongUsage('--header has a name or a value that HTTP does not allow.');
      if (OWN_HEADERS.includes(lower)) throw wrongUsage(`--header cannot set ${lower}.`);
      headers[lower] = value.trim();
    }
    const { method } = args;
    const path = `${url.pathname}${url.search}`;
    const response = await connection.send({ method, path, headers, ...(body ? { body } : {}) });

    const text = response.body.toString();
    const parsed = jsonOf(text);
    if (parsed !== undefined) screen.json(parsed);
    else if (options.json) screen.json({ status: response.status, body: text });
    else if (text !== '') screen.line(text);
    else screen.note(`The response has the status ${response.status} and no body.`);
    if (response.status < 400) return;
    throw failureOf({ status: response.status, retryAfter: response.headers['retry-after'], body: parsed });
  },
});

async function readBody(
  { input, files }: Pick<Outside, 'input' | 'files'>,
  data: string | undefined,
): Promise<Buffer | undefined> {
  if (data === undefined) return undefined;
  if (data === '-') return input.readAll();
  if (!data.startsWith('@')) return Buffer.from(data);
  const bytes = await files.read(data.slice(1));
  if (bytes) return bytes;
  throw wrongUsage(`There is no file ${data.slice(1)}.`);
}

function halves(text: string, separator: string, problem: string): [string, string] {
  const index = text.indexOf(separator);
  if (index < 1) throw wrongUsage(problem);
  return [text.slice(0, index), text.slice(index + 1)];
}
