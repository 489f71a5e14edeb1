/** Parts of a browser that jsdom lacks and the widgets ask for. Nothing is measured: every box is 0 × 0. */
class NoObserver {
  readonly #tell: ResizeObserverCallback;

  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }

  /** As every observer does at first, with a test's `offsetWidth`; nothing changes after. */
  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, (target as Partial<HTMLElement>).offsetWidth ?? 0, 0);
    this.#tell([{ target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] }], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/**
 * Puts the missing parts into jsdom's window. Media queries do not match: light colours, motion allowed, a fine
 * pointer.
 */
export function addBrowserParts(): void {
  window.matchMedia = (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  });
  window.ResizeObserver = NoObserver;
  window.IntersectionObserver = class extends NoObserver {
    override observe(): void {}
  } as unknown as typeof IntersectionObserver;
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.scrollTo = () => {};
  Element.prototype.hasPointerCapture = () => false;
  document.elementFromPoint = () => null;
  // The editor asks where its caret is.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  Object.defineProperty(document, 'fonts', {
    value: { addEventListener() {}, removeEventListener() {}, ready: Promise.resolve() },
    configurable: true,
  });
}
