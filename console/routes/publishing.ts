import { AtSign, CalendarDays } from 'lucide';
import type { LoadedScreen } from '#console/screen.ts';

/** Posts and accounts. */
export const PUBLISHING: readonly LoadedScreen[] = [
  {
    path: '/console/posts',
    name: 'Posts',
    icon: CalendarDays,
    needs: ['publishing:posts:read'],
    load: async () => (await import('#console/screens/publishing/posts.tsx')).Posts,
  },
  {
    // Before the path of a post, which would match it too.
    path: '/console/posts/new',
    name: 'New post',
    needs: ['publishing:posts:read', 'publishing:posts:write'],
    needsAll: true,
    load: async () => (await import('#console/screens/publishing/posts/new-post.tsx')).NewPost,
  },
  {
    path: '/console/posts/:post',
    name: 'Post',
    needs: ['publishing:posts:read'],
    load: async () => (await import('#console/screens/publishing/posts/post.tsx')).PostScreen,
  },
  {
    path: '/console/posting-queue',
    name: 'Posting queue',
    parent: '/console/posts',
    needs: ['publishing:posts:read'],
    load: async () =>
      (await import('#console/screens/publishing/posts/posting-queue.tsx')).PostingQueueScreen,
  },
  {
    path: '/console/accounts',
    name: 'Accounts',
    icon: AtSign,
    needs: ['publishing:accounts:read'],
    load: async () => (await import('#console/screens/publishing/accounts.tsx')).Accounts,
  },
];
