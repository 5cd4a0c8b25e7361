/** What a contact (`in`) and the shop (`out`) wrote to each other, and how many minutes after the message before. */
export type PastLine = readonly [direction: 'in' | 'out', minutesLater: number, text: string];

export type PastConversation = {
  /** A contact of the example. */
  readonly contact: string;
  readonly platform: 'sandbox' | 'instagram' | 'facebook';
  readonly daysAgo: number;
  readonly time: `${number}:${number}`;
  readonly lines: readonly PastLine[];
  readonly assignedTo: 'support' | 'owner' | null;
  readonly isClosed: boolean;
};

/** The conversations of four weeks. Those of the last days are open, and some of them belong to nobody yet. */
export const PAST_CONVERSATIONS: readonly PastConversation[] = [
  closed('Amelie Fischer', 'sandbox', 25, '10:12', [
    ['in', 0, 'Good morning! Is the brass desk lamp available in the shop?'],
    ['out', 9, 'Good morning Amelie! Yes, we have three. Shall we put one aside?'],
    ['in', 4, 'Yes please, I come on Friday.'],
    ['out', 2, 'Done. See you on Friday!'],
  ]),
  closed('Carla Mendes', 'instagram', 23, '15:40', [
    ['in', 0, 'Do you ship to Portugal?'],
    ['out', 25, 'We do. It takes four to six days and costs 14 euros.'],
    ['in', 12, 'Perfect, thank you.'],
  ]),
  closed('Elif Demir', 'sandbox', 21, '11:05', [
    ['in', 0, 'The parcel arrived, but the shade has a scratch.'],
    ['out', 14, 'We are sorry. Can you send us a picture?'],
    ['in', 33, 'Of course, I have sent it by mail.'],
    ['out', 41, 'Thank you. A new shade leaves our workshop today.'],
    ['in', 1460, 'It is here and it is perfect. Thank you!'],
  ]),
  closed('Greta Johansson', 'facebook', 18, '09:20', [
    ['in', 0, 'Which bulb fits the pendant lamp?'],
    ['out', 31, 'An E27 bulb with at most 40 watts. LED bulbs work well.'],
  ]),
  closed('Hugo Martin', 'sandbox', 16, '16:48', [
    ['in', 0, 'Can I change the delivery address of order 0967?'],
    ['out', 6, 'Yes. Please send us the new address.'],
    ['in', 3, '12 rue des Lilas, 69003 Lyon'],
    ['out', 5, 'It is changed. The parcel leaves tomorrow.'],
  ]),
  closed('Katrin Baumann', 'sandbox', 13, '13:30', [
    ['in', 0, 'How long does a repair take?'],
    ['out', 18, 'Usually a week. What is the matter with your lamp?'],
    ['in', 7, 'The switch crackles.'],
    ['out', 5, 'That is done in two days. Just bring it in.'],
  ]),
  closed('Léa Dubois', 'instagram', 11, '19:02', [
    ['in', 0, 'I found you through @designdaily. What a lovely shop!'],
    ['out', 720, 'Thank you Léa, that makes us happy!'],
  ]),
  closed('Nils Andersen', 'sandbox', 8, '10:55', [
    ['in', 0, 'My discount code does not work.'],
    ['out', 11, 'It was valid until Sunday. We have made a new one: LIGHT10'],
    ['in', 3, 'Works. Thanks!'],
  ]),
  {
    contact: 'Olivia Taylor',
    platform: 'sandbox',
    daysAgo: 5,
    time: '14:22',
    assignedTo: 'support',
    isClosed: false,
    lines: [
      ['in', 0, 'Could you light our restaurant? We need about twenty lamps.'],
      ['out', 48, 'We would love to. When can we visit you?'],
      ['in', 95, 'Tuesday or Wednesday in the afternoon.'],
      ['out', 22, 'Wednesday at three. We bring samples.'],
      ['in', 2890, 'Thank you for the visit! We look forward to your offer.'],
    ],
  },
  {
    contact: 'Paulina Kowalska',
    platform: 'facebook',
    daysAgo: 4,
    time: '11:47',
    assignedTo: 'support',
    isClosed: false,
    lines: [
      ['in', 0, 'Is there still a seat in the evening course?'],
      ['out', 13, 'Two are left. Shall we book one for you?'],
      ['in', 8, 'Two, please! I bring my sister.'],
      ['out', 4, 'Both are yours. The course begins at seven.'],
    ],
  },
  {
    contact: 'Rania Khalil',
    platform: 'sandbox',
    daysAgo: 3,
    time: '17:10',
    assignedTo: 'owner',
    isClosed: false,
    lines: [
      ['in', 0, 'We met at the fair. Do you sell to shops as well?'],
      ['out', 65, 'We do. Here is our list for shops, with prices from ten pieces.'],
      ['in', 1015, 'Great. We would start with the brass lamps.'],
    ],
  },
  {
    contact: 'Theresa Huber',
    platform: 'instagram',
    daysAgo: 2,
    time: '12:34',
    assignedTo: 'support',
    isClosed: false,
    lines: [
      ['in', 0, 'Is the green floor lamp as dark as in the picture?'],
      ['out', 21, 'A little lighter. We can send you a sample of the colour.'],
      ['in', 6, 'That would be great.'],
    ],
  },
  open('Valentina Greco', 'sandbox', 1, '18:41', [
    ['in', 0, 'The lamp that I ordered last week has not arrived yet. Order 0991.'],
    ['in', 190, 'Hello? It is a birthday present for Thursday.'],
  ]),
  open('Yusuf Aydın', 'sandbox', 1, '20:15', [['in', 0, 'Can I pay by invoice?']]),
  open('Bianca Ricci', 'facebook', 1, '21:03', [
    ['in', 0, 'Are you open on Sunday before Christmas?'],
    ['in', 2, 'And do you wrap presents?'],
  ]),
];

function closed(
  contact: string,
  platform: PastConversation['platform'],
  daysAgo: number,
  time: PastConversation['time'],
  lines: readonly PastLine[],
): PastConversation {
  return { contact, platform, daysAgo, time, lines, assignedTo: 'support', isClosed: true };
}

function open(
  contact: string,
  platform: PastConversation['platform'],
  daysAgo: number,
  time: PastConversation['time'],
  lines: readonly PastLine[],
): PastConversation {
  return { contact, platform, daysAgo, time, lines, assignedTo: null, isClosed: false };
}
