/** How far back the query of a link searches: an alarm is often read later than it fired. */
const HOURS = 3;

/**
 * A link that opens the console of CloudWatch Logs Insights with a query and its log groups, at most 50. AWS does not document the form; it
 * is the one that the console writes into the address bar. A structure of `~(key~value)`, in which texts begin with `'` and escape with `*`,
 * is percent-encoded twice, with `$` for `%`. The result consists of characters that mail programs and chats keep within a link.
 */
export function logsInsightsLink(region: string, logGroups: readonly string[], query: string): string {
  const groups = logGroups.map((name) => `~'${escaped(name)}`).join('');
  const detail =
    `~(end~0~start~-${HOURS * 3600}~timeType~'RELATIVE~unit~'seconds` +
    `~editorString~'${escaped(query)}~source~(${groups}))`;
  const console = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}`;
  return `${console}#logsV2:logs-insights$3FqueryDetail$3D${encodedTwice(detail)}`;
}

/** Every character except letters, digits, `-`, `.` and `_` as `*` and its hexadecimal code. */
function escaped(text: string): string {
  return text.replaceAll(
    /[^\w.-]/gu,
    (character) => `*${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

function encodedTwice(structure: string): string {
  return structure.replaceAll(
    /[~()']/gu,
    (character) => `$25${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
