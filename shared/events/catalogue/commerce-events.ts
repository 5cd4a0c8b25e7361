import { type CatalogueEvent, catalogueEvent } from './catalogue-event.ts';
import { ANY_CHANNEL } from './channel-rules.ts';
import { booking, contact, payment } from './data-objects.ts';
import { required } from './field.ts';
import { sampleBooking, sampleContact, samplePayment } from './samples.ts';

const ofPayments = {
  group: 'Payments',
  channels: ANY_CHANNEL,
  data: { contact, payment: required(payment) },
};

const ofBookings = {
  group: 'Bookings',
  channels: ANY_CHANNEL,
  data: { contact, booking: required(booking) },
};

// A failed payment was never paid, so its sample has no `paid_at`.
const { paid_at: _paidAt, ...unpaid } = samplePayment;

/** Messaging events of payments and bookings. */
export const COMMERCE_EVENTS: readonly CatalogueEvent[] = [
  catalogueEvent({
    ...ofPayments,
    name: 'salesbot.payment.succeeded',
    title: 'Payment succeeded',
    description: 'A contact pays.',
    sample: { contact: sampleContact, payment: samplePayment },
  }),
  catalogueEvent({
    ...ofPayments,
    name: 'salesbot.payment.failed',
    title: 'Payment failed',
    description: 'A payment of a contact is declined.',
    sample: { contact: sampleContact, payment: { ...unpaid, status: 'failed' } },
  }),
  catalogueEvent({
    ...ofPayments,
    name: 'salesbot.payment.refunded',
    title: 'Payment refunded',
    description: 'A payment is refunded to the contact.',
    sample: { contact: sampleContact, payment: { ...samplePayment, status: 'refunded' } },
  }),
  catalogueEvent({
    ...ofBookings,
    name: 'salesbot.booking.created',
    title: 'Booking created',
    description: 'A contact books a meeting.',
    sample: { contact: sampleContact, booking: sampleBooking },
  }),
  catalogueEvent({
    ...ofBookings,
    name: 'salesbot.booking.rescheduled',
    title: 'Booking rescheduled',
    description: 'A booked meeting is moved to a different time.',
    sample: {
      contact: sampleContact,
      booking: {
        ...sampleBooking,
        status: 'rescheduled',
        scheduled_at: '2026-03-21T09:00:00.000Z',
        ends_at: '2026-03-21T09:45:00.000Z',
      },
    },
  }),
  catalogueEvent({
    ...ofBookings,
    name: 'salesbot.booking.cancelled',
    title: 'Booking cancelled',
    description: 'A booked meeting is cancelled.',
    sample: { contact: sampleContact, booking: { ...sampleBooking, status: 'cancelled' } },
  }),
];
