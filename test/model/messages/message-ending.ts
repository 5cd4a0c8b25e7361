import type { Message, MessageStatus } from '#shared/messaging/domain/message.ts';
import type { KnownReceipts } from '#test/support/fakes/platform/memory-core.ts';
import type { MessageLedger } from './message-ledger.ts';
import type { Provider } from './provider.ts';

/** The events of a message that reached a status, oldest first; the failure of a message can follow its sending. */
const EVENTS: Readonly<Partial<Record<MessageStatus, readonly string[]>>> = {
  sent: ['sent'],
  delivered: ['sent', 'delivered'],
  read: ['sent', 'delivered', 'read_or_seen'],
  unknown: [],
};

const RANKS: readonly MessageStatus[] = ['unknown', 'sent', 'delivered', 'read'];

/** The rules of a history that has ended. */
export function checkMessageEnding(options: {
  readonly ledger: MessageLedger;
  readonly provider: Provider;
  readonly messages: readonly Message[];
  /** The contacts with whom the history began. */
  readonly contactIds: ReadonlySet<string>;
  readonly isLost: (body: string) => boolean;
  /** What is known about the ids of the provider. */
  readonly receipts: ReadonlyMap<string, KnownReceipts>;
  /** Whether the history had no fault, and whether no process died or waited long. */
  readonly isCalm: boolean;
  readonly isSteady: boolean;
}): void {
  const { ledger, provider, isLost, isCalm, isSteady } = options;
  for (const message of options.messages) {
    if (!options.contactIds.has(message.contactId))
      ledger.breaks('a message belongs to the contact with the number', ledger.nick(message.id));
    if (message.direction === 'in') continue;
    checkOutcome(message);
    checkEvents(message);
    checkReports(message);
  }

  /** A receipt that arrived before its id was known is recorded after the acceptance of its message. */
  for (const { message: known, news } of options.receipts.values()) {
    const message = options.messages.find(({ id }) => id === known?.messageId);
    if (!message || !ledger.accepted.has(message.id) || message.status === 'failed') continue;
    for (const { status } of news)
      if (status !== 'failed' && RANKS.indexOf(message.status) < RANKS.indexOf(status))
        ledger.breaks('a receipt that was kept is recorded', `${ledger.nick(message.id)}: ${status}`);
  }

  function checkOutcome({ id, status, errorCode }: Message): void {
    const name = ledger.nick(id);
    const { copies } = ledger.sendingOf(id);
    if (['queued', 'sending', 'received'].includes(status))
      ledger.breaks('every message has an outcome', `${name} is ${status}`);
    if (copies > 1) ledger.breaks('one copy at most', `${copies} of ${name}`);
    if (copies === 0 && status !== 'failed' && status !== 'unknown')
      ledger.breaks('no message is sent that nobody received', `${name} is ${status}`);
    if ((status === 'failed' || status === 'unknown') !== (errorCode !== null))
      ledger.breaks('an outcome without a delivery has a reason', `${name}: ${status}, ${String(errorCode)}`);
    const isReported = provider.reports.get(id)?.some((report) => report.status === 'failed') === true;
    if (copies === 1 && status === 'failed' && !isReported)
      ledger.breaks('no message fails that was received', `${name}: ${String(errorCode)}`);
    const isSilent = provider.fateOf(id).endsWith('without a response');
    if (isCalm && status === 'unknown' && !isSilent)
      ledger.breaks('a result is unknown only after a fault', name);
  }

  function checkEvents({ id, status }: Message): void {
    const names = (ledger.events.get(id) ?? []).map((event) => event.replace('salesbot.message.', ''));
    // The acceptance of a message that has failed can become known later.
    const told = status === 'failed' ? names.toSorted() : names;
    const expected =
      status === 'failed' ? ['failed', ...(names.includes('sent') ? ['sent'] : [])] : EVENTS[status];
    if (told.join(' ') !== (expected ?? []).join(' '))
      ledger.breaks(
        'the events of a message tell its history',
        `${ledger.nick(id)}: ${status} with ${names.join(', ')}`,
      );
  }

  /**
   * A report that reached the platform is never forgotten. An event on the bus names a message by an id that only the response of the
   * provider has, so it counts if the response was recorded.
   */
  function checkReports({ id, status }: Message): void {
    const reports = provider.reports.get(id) ?? [];
    const isNamedByResponse = isSteady && provider.fateOf(id) !== 'accepts without a response';
    const counts = (body: string) =>
      !isLost(body) && (isNamedByResponse || body.includes('"Type":"Notification"'));
    const arrived = reports.filter(({ bodies }) => bodies.some(counts));
    for (const report of arrived) {
      if (report.status === 'failed' || status === 'failed') continue;
      if (RANKS.indexOf(status) < RANKS.indexOf(report.status))
        ledger.breaks(
          'what the provider reports is recorded',
          `${ledger.nick(id)}: ${report.status}, but ${status}`,
        );
    }
    // A delivery that arrived without the ids of the platform counts as well.
    const isContradicted = reports.some((report) => report.status !== 'sent' && report.status !== 'failed');
    const hasFailed = arrived.some((report) => report.status === 'failed');
    if (hasFailed && !isContradicted && status !== 'failed')
      ledger.breaks('what the provider reports is recorded', `${ledger.nick(id)}: failed, but ${status}`);
  }
}
