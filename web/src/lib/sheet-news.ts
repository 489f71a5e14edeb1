/** What an open page makes of the news that its sheet has reached a revision: true when nothing is to be fetched. */
type Listener = (revision: number) => boolean;

const listeners = new Map<string, Listener>();

/**
 * An open sheet hears of its changes first, by `<teachingClassId>.<scoreType>`: who made them has them already. The
 * answer ends that.
 */
export function listenToSheet(sheetId: string, listener: Listener): () => void {
  listeners.set(sheetId, listener);
  return () => {
    if (listeners.get(sheetId) === listener) listeners.delete(sheetId);
  };
}

/** Whether the page in which the sheet is open knows it at this revision, or sees to it by itself. */
export function isKnownSheet(sheetId: string, revision: number | undefined): boolean {
  return revision !== undefined && (listeners.get(sheetId)?.(revision) ?? false);
}
