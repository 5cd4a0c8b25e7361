/** A post that was written before the first start of the example. */
export type PastPost = {
  readonly text: string;
  readonly writtenDaysAgo: number;
  /** The day on which it is published, in days after the end of the history; negative in the past. */
  readonly day: number;
  readonly time: `${number}:${number}`;
  /** Of the accounts of the example, in the order in which they were connected. */
  readonly accounts: 'first' | 'all';
  readonly outcome: 'published' | 'failed' | 'scheduled' | 'needs_approval' | 'draft';
};

/** Four weeks of posts, those that the social media manager plans for the next week, and those that wait for the owner. */
export const PAST_POSTS: readonly PastPost[] = [
  published(28, 30, '10:00', 'all', 'Our new season begins: warm light for long evenings.'),
  published(26, 29, '17:30', 'first', 'A floor lamp from 1958 came in today. Who knows the maker?'),
  published(24, 27, '09:00', 'all', 'Bulbs explained: lumens say how bright, kelvins how warm.'),
  published(22, 25, '12:00', 'all', 'We repair what others throw away. Bring your lamp until Saturday.'),
  published(21, 25, '18:00', 'first', 'Sunday reading corner, with our small brass reading light.'),
  published(19, 22, '10:00', 'all', 'Five shades, one foot: build your own table lamp.'),
  published(17, 20, '17:30', 'all', 'The workshop from above. Count the screwdrivers!'),
  published(15, 19, '09:30', 'first', 'Back in stock: the blue desk lamp.'),
  published(13, 16, '12:00', 'all', 'How much light does a desk need? Less than you think.'),
  published(11, 15, '18:00', 'all', 'Thank you to @designdaily for the kind words about our shop!'),
  published(
    10,
    11,
    '10:00',
    'all',
    'Welcome to everybody who is new here. We are a lamp shop with a workshop.',
  ),
  published(8, 11, '17:30', 'first', 'Before and after: a theatre spotlight becomes a floor lamp.'),
  published(6, 9, '09:00', 'all', 'The spring collection is in the window.'),
  {
    text: 'Last seats for the evening course: rewire your own lamp.',
    writtenDaysAgo: 8,
    day: -5,
    time: '12:00',
    accounts: 'all',
    outcome: 'failed',
  },
  published(4, 7, '10:00', 'all', 'Which switch do you prefer: on the cord, or on the foot?'),
  published(3, 6, '17:30', 'all', 'Green, at last: the floor lamp in a new colour.'),
  published(2, 5, '18:00', 'first', 'A customer’s picture: our pendant above a kitchen table.'),
  published(1, 4, '10:00', 'all', 'Tomorrow we open at nine, with coffee.'),
  planned(1, '18:00', 'scheduled', 'Three ways to light a staircase.'),
  planned(3, '12:00', 'scheduled', 'Meet Mila, who writes what you read here.'),
  planned(6, '10:00', 'scheduled', 'Our opening hours in December.'),
  planned(3, '17:30', 'needs_approval', 'Gift cards are here. They fit into every envelope.'),
  planned(5, '09:00', 'needs_approval', 'Twenty years of lamps: come to our anniversary.'),
  planned(8, '12:00', 'draft', 'Idea: a short film about how a shade is made.'),
];

function published(
  daysAgo: number,
  writtenDaysAgo: number,
  time: PastPost['time'],
  accounts: PastPost['accounts'],
  text: string,
): PastPost {
  return { text, writtenDaysAgo, day: -daysAgo, time, accounts, outcome: 'published' };
}

function planned(
  day: number,
  time: PastPost['time'],
  outcome: 'scheduled' | 'needs_approval' | 'draft',
  text: string,
): PastPost {
  return { text, writtenDaysAgo: 2, day, time, accounts: 'all', outcome };
}
