import { comparedWord } from '#shared/platform/core/text.ts';

/**
 * Words by which a contact stops messages, and by which it allows them again: the required keywords of AWS End User Messaging, which are
 * case-insensitive, those of 47 CFR 64.1200(a)(10), which add `REVOKE` and `OPT OUT`, and common spellings of them.
 */
const STOP_WORDS = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REMOVE',
  'REVOKE',
  'OPTOUT',
  'OPT-OUT',
  'OPT OUT',
  'TD',
  'ARRET',
  'ARRÊT',
]);
const START_WORDS = new Set(['START', 'UNSTOP']);

/**
 * What a message from a contact says about further messages. The whole text must be one of the words, without regard to letter case,
 * compatibility forms, invisible characters, and punctuation and symbols around it, so that a sentence such as "stop by tomorrow" changes nothing. A word with anything between its letters, such as
 * `S.T.O.P`, is none of the words.
 */
export function optOutOf(text: string | null): 'stop' | 'start' | undefined {
  const word = comparedWord(text ?? '');
  if (STOP_WORDS.has(word)) return 'stop';
  return START_WORDS.has(word) ? 'start' : undefined;
}
