/**
 * Serialises a value as JSON in ASCII: SQS rejects U+FFFE, U+FFFF and most control characters (SendMessage, Message content),
 * and event texts may contain any of them. Parsing the JSON returns the exact value.
 */
export function messageText(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[^\u0020-\u007e]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => escapeUnit(character.charCodeAt(unit))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
