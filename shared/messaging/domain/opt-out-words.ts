/** Words by which a contact stops messages, and by which it allows them again, as carriers and AWS use them. */
const STOP_WORDS = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'OPT-OUT',
  'OPT OUT',
  'ARRET',
  'ARRÊT',
]);
const START_WORDS = new Set(['START', 'UNSTOP']);

/**
 * What a message from a contact says about further messages. The whole text must be one of the words, without regard to case and
 * punctuation, so that a sentence such as "stop by tomorrow" changes nothing.
 */
export function optOutOf(text: string | null): 'stop' | 'start' | undefined {
  const word = (text ?? '')
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/^[\s"'„“”.!]+|[\s"'“”.!]+$/gu, '')
    .replaceAll(/\s+/gu, ' ');
  if (STOP_WORDS.has(word)) return 'stop';
  return START_WORDS.has(word) ? 'start' : undefined;
}
