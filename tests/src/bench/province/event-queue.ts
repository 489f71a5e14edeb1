/** What happens when, the earliest first. */
export interface EventQueue<Content> {
  add(at: number, content: Content): void;
  /** Takes the earliest out; undefined when there is none. */
  take(): { readonly at: number; readonly content: Content } | undefined;
}

/** An empty queue: a binary heap. */
export function createEventQueue<Content>(): EventQueue<Content> {
  const heap: { at: number; content: Content }[] = [];
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  const sink = (): void => {
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let least = place;
      if (left < heap.length && heap[left]!.at < heap[least]!.at) least = left;
      if (right < heap.length && heap[right]!.at < heap[least]!.at) least = right;
      if (least === place) return;
      swap(place, least);
      place = least;
    }
  };
  return {
    add(at, content) {
      heap.push({ at, content });
      for (let place = heap.length - 1; place > 0;) {
        const parent = (place - 1) >> 1;
        if (heap[parent]!.at <= heap[place]!.at) return;
        swap(parent, place);
        place = parent;
      }
    },
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length > 0 && last) {
        heap[0] = last;
        sink();
      }
      return first;
    },
  };
}
