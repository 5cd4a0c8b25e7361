import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';
import type { PostStep, PublicationStore } from '#shared/publishing/ports/publication-store.ts';
import { type MemoryCore, publicationPlace } from '#test/support/fakes/platform/memory-core.ts';

/** The maximum of publications that are written with the start of a run. */
const WITH_THE_POST = 99;

/** The publisher's view of posts over a memory core. */
export function createMemoryPublicationStore(core: MemoryCore): PublicationStore {
  const isUnchanged = ({ id, revision }: Post) => core.posts.get(id)?.revision === revision;

  function isAsIn(before: Publication): boolean {
    const found = core.publications.get(publicationPlace(before));
    if (!found) return before.attempts === 0;
    const [waits, waited] = [found.nextAttemptAt?.getTime(), before.nextAttemptAt?.getTime()];
    return found.state === 'pending' && found.attempts === before.attempts && waits === waited;
  }

  function put(publication: Publication): void {
    core.publications.set(publicationPlace(publication), structuredClone(publication));
  }

  function write({ after, event }: { after: Post; event: RecordedEvent | null }): void {
    core.posts.set(after.id, structuredClone(after));
    if (event) core.events.set(event.id, event);
  }

  return {
    async find(workspaceId, postId) {
      const post = core.posts.get(postId);
      return post?.workspaceId === workspaceId ? structuredClone(post) : undefined;
    },

    async startRun(before, after, publications) {
      if (!isUnchanged(before)) return false;
      write({ after, event: null });
      for (const publication of publications.slice(0, WITH_THE_POST)) put(publication);
      return true;
    },

    async savePost(step: PostStep) {
      if (!isUnchanged(step.before)) return false;
      write(step);
      return true;
    },

    async readRun(postId, run) {
      return [...core.publications.values()]
        .filter((publication) => publication.postId === postId && publication.run === run)
        .toSorted((a, b) => a.accountId - b.accountId)
        .map((publication) => structuredClone(publication));
    },

    async findPublication(postId, run, accountId) {
      return structuredClone(core.publications.get(publicationPlace({ postId, run, accountId })));
    },

    async saveAttempt(before, after) {
      if (!isAsIn(before)) return false;
      put(after);
      return true;
    },

    async finishAccount(before, after, step) {
      if (!isAsIn(before) || !isUnchanged(step.before)) return false;
      put(after);
      write(step);
      return true;
    },
  };
}
