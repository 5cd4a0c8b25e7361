import type { AnswerStore } from '#shared/platform/core/answer-store.ts';
import { commitInMemory, type MemoryCore } from './memory-core.ts';

/** Remembered answers over a memory core. */
export function createMemoryAnswerStore(core: MemoryCore): AnswerStore {
  return {
    async find(id, now) {
      const answer = core.answers.get(id);
      return answer && answer.expiresAt > now ? answer : undefined;
    },

    async remember(answer, change) {
      commitInMemory(core, { change, remember: answer }, () => undefined);
    },
  };
}
