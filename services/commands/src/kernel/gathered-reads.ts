/**
 * Reads of the same kind that go together: one is under way at a time, and whoever asks meanwhile is answered by the
 * next. An answer has always been read after it was asked for, so nothing is older than it would be if everybody read
 * alone.
 */
export function gatherReads<Key, Answer>(
  read: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  let waiting: { readonly key: Key; readonly answered: PromiseWithResolvers<Answer> }[] = [];
  let reading = false;

  const readOn = async (): Promise<void> => {
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const answers = await read(asked.map(({ key }) => key));
        asked.forEach(({ answered }, index) => answered.resolve(answers[index]!));
      } catch (error) {
        for (const { answered } of asked) answered.reject(error);
      }
    }
    reading = false;
  };

  return (key) => {
    const answered = Promise.withResolvers<Answer>();
    waiting.push({ key, answered });
    if (!reading) {
      reading = true;
      // What has arrived in the same turn is asked for first.
      setImmediate(() => void readOn());
    }
    return answered.promise;
  };
}
