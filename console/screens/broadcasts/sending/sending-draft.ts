import type { Broadcast } from '#console/screens/broadcasts/broadcast-reads.ts';

export type Sending = NonNullable<Broadcast['sending']>;
export type MessageType = Broadcast['message']['type'];

/** What a person enters about how the platform sends a broadcast. An empty text means that the setting is not used. */
export type SendingDraft = {
  readonly platform: Sending['platform'];
  /** The ID of the phone number; empty for the only verified one. */
  readonly number: string;
  readonly template: string;
  readonly language: string;
  /** One parameter a line. */
  readonly parameters: string;
  /** The UUID of a file of the media library. */
  readonly media: string;
  readonly rate: string;
  readonly isQuiet: boolean;
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly budget: string;
  readonly messageEvents: Sending['message_events'];
};

export const EMPTY_SENDING: SendingDraft = {
  platform: 'sms',
  number: '',
  template: '',
  language: '',
  parameters: '',
  media: '',
  rate: '',
  isQuiet: false,
  quietFrom: '21:00',
  quietTo: '08:00',
  budget: '',
  messageEvents: 'failed',
};

const RATE = /^\d{1,4}$/u;
const MAX_RATE = 1000;

/** Shows in the form how the platform sends. `body` is that of the message, which for a template is its name. */
export function sendingDraftOf(sending: Sending, type: MessageType, body: string): SendingDraft {
  const { platform, template, quiet_hours: quiet } = sending;
  return {
    platform,
    number: sending.phone_number_id ?? '',
    template: type === 'template' ? body : '',
    language: template?.language ?? '',
    parameters: (template?.parameters ?? []).join('\n'),
    media: sending.media_id ?? '',
    rate: sending.rate_per_second === null ? '' : String(sending.rate_per_second),
    isQuiet: quiet !== null,
    quietFrom: quiet?.from ?? EMPTY_SENDING.quietFrom,
    quietTo: quiet?.to ?? EMPTY_SENDING.quietTo,
    budget: shortAmount(sending.budget?.amount ?? ''),
    messageEvents: sending.message_events,
  };
}

/** The settings of the form, with null for each that is not used. */
export function sendingOf(draft: SendingDraft, type: MessageType): Sending {
  const { language, isQuiet } = draft;
  const rate = draft.rate.trim();
  const budget = draft.budget.trim();
  const parameters = parametersOf(draft);
  return {
    platform: draft.platform,
    phone_number_id: draft.number === '' ? null : draft.number,
    rate_per_second: rate === '' ? null : Number(rate),
    quiet_hours: isQuiet ? { from: draft.quietFrom, to: draft.quietTo } : null,
    budget: budget === '' ? null : { amount: budget },
    message_events: draft.messageEvents,
    template: type === 'template' ? { language: language.trim(), parameters } : null,
    media_id: hasFile(type) && draft.media !== '' ? draft.media : null,
  };
}

/** The parameters of the template. Empty lines are no parameters. */
export function parametersOf({ parameters }: Pick<SendingDraft, 'parameters'>): string[] {
  return parameters
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The settings that differ. */
export function sendingChanges(from: Sending, to: Sending): Partial<Sending> {
  const before = new Map<string, unknown>(Object.entries(from));
  const changed = Object.entries(to).filter(([name, value]) =>
    name === 'budget' ? !hasSameBudget(from, to) : JSON.stringify(before.get(name)) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}

/** Why the rate cannot be sent; undefined if it can. */
export function rateProblem({ rate }: Pick<SendingDraft, 'rate'>): string | undefined {
  const text = rate.trim();
  if (text === '' || (RATE.test(text) && Number(text) >= 1 && Number(text) <= MAX_RATE)) return undefined;
  return 'Use a whole number from 1 to 1,000, or leave the field empty.';
}

/** Whether messages of a type have a file. */
export function hasFile(type: MessageType): boolean {
  return type === 'image' || type === 'video' || type === 'document';
}

/** An amount such as `1.00000` with two decimals, or more if they are not zero. */
function shortAmount(amount: string): string {
  return amount.replace(/^(\d+\.\d\d\d*?)0+$/u, '$1');
}

/** Whether the amounts are the same number. The API returns five decimals. */
function hasSameBudget({ budget: one }: Sending, { budget: other }: Sending): boolean {
  if (one === null || other === null) return one === other;
  return one.amount === other.amount || Number(one.amount) === Number(other.amount);
}
