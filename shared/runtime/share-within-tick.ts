/**
 * Makes one question of those that are asked at the same time: whoever asks for a key in the same turn of the event loop gets
 * the same answer. The question is put after all of them have asked, so that no answer is older than any of their questions.
 */
export function shareWithinTick<Answer>(
  ask: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const waiting = new Map<string, Promise<Answer>>();

  async function askLater(key: string): Promise<Answer> {
    await Promise.resolve();
    waiting.delete(key);
    return ask(key);
  }

  return (key) => {
    const joined = waiting.get(key) ?? askLater(key);
    waiting.set(key, joined);
    return joined;
  };
}
