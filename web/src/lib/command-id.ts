/**
 * Id of one command, or of a new thing (a version 4 UUID). Browsers make one themselves only on https and localhost;
 * the school's network may have neither.
 */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Keeps one id for one intent: the same input sent again (after a lost answer, or a second click) is the same command,
 * other input is another. `done` ends the intent.
 */
export function createIntent(newId: () => string = newCommandId): { idFor(input: unknown): string; done(): void } {
  let current: { fingerprint: string; id: string } | null = null;
  return {
    idFor(input) {
      const fingerprint = JSON.stringify(input);
      if (current?.fingerprint !== fingerprint) current = { fingerprint, id: newId() };
      return current.id;
    },
    done() {
      current = null;
    },
  };
}
