import { saveScores, saveScoresFor } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { call } from '../../../lib/api.ts';
import { newCommandId } from '../../../lib/command-id.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { listenToSheet } from '../../../lib/sheet-news.ts';
import { indexedDbOutbox, pageOwner } from '../sheet-save/outbox-indexed-db.store.ts';
import type { Sheet } from '../sheet-grid/sheet-grid.model.ts';
import { sheetSession, type SheetSession } from './sheet-session.ts';

type Open = { session: SheetSession; watchers: number; refetch: () => void; saved: () => void; deafen: () => void };

/** Sheets open in this page. One that is left with unsaved scores goes on saving until they have arrived. */
const open = new Map<string, Open>();
const SAVE_TIMEOUT_MS = 20_000;
/** Why the person types for the teachers (代录), by sheet; forgotten with the page. */
const reasons = new Map<string, string>();

/** From now on what is typed into the sheet is typed for its teachers, for this reason. */
export function typeForTeachers(sheet: Sheet, userName: string, reason: string): void {
  reasons.set(`${userName}|${sheetId(sheet.teachingClassId, sheet.scoreType)}`, reason);
}

/** Why the person types for the teachers of this sheet; undefined for who types as a teacher. */
export function entryReasonOf(
  sheet: Pick<Sheet, 'teachingClassId' | 'scoreType'>,
  userName: string,
): string | undefined {
  return reasons.get(`${userName}|${sheetId(sheet.teachingClassId, sheet.scoreType)}`);
}

/** The sheet as this person may type into it: read-only as such, open once a reason was given. */
export function asTypedBy(sheet: Sheet, userName: string): Sheet {
  const forTeachers =
    sheet.mayEnterFor && reasons.has(`${userName}|${sheetId(sheet.teachingClassId, sheet.scoreType)}`);
  return forTeachers ? { ...sheet, editable: true, readOnlyReason: null } : sheet;
}

/** The open sheet of a class, made at its first use. `refetch` is called when it should be fetched again. */
export function openSheet(
  sheet: Sheet,
  user: { userName: string; name: string },
  refetch: () => void,
  saved: () => void,
): SheetSession {
  const id = sheetId(sheet.teachingClassId, sheet.scoreType);
  const key = `${user.userName}|${id}`;
  const known = open.get(key);
  if (known) {
    known.refetch = refetch;
    known.saved = saved;
    return known.session;
  }
  const session = sheetSession(sheet, {
    userName: user.userName,
    myName: user.name,
    sheetId: id,
    owner: pageOwner,
    store: indexedDbOutbox,
    newId: newCommandId,
    now: serverNow,
    send: ({ commandId, rows }) => {
      const save = {
        teachingClassId: sheet.teachingClassId,
        scoreType: sheet.scoreType as ScoreType,
        commandId,
        rows: [...rows],
      };
      const reason = reasons.get(key);
      return reason === undefined
        ? call(saveScores, save, { timeoutMs: SAVE_TIMEOUT_MS })
        : call(saveScoresFor, { ...save, reason }, { timeoutMs: SAVE_TIMEOUT_MS });
    },
    onStale: () => {
      open.get(key)?.refetch();
    },
    onSaved: () => {
      open.get(key)?.saved();
    },
  });
  const deafen = listenToSheet(id, (revision) => session.reached(revision));
  open.set(key, { session, watchers: 0, refetch, saved, deafen });
  return session;
}

/** A page shows the sheet that `open` opens, and is told which that is; the answer ends that. */
export function watchSheet(reopen: () => SheetSession, tell: (session: SheetSession) => void): () => void {
  const session = reopen();
  tell(session);
  const entry = [...open].find(([, each]) => each.session === session);
  if (!entry) return () => {};
  const [key, each] = entry;
  each.watchers += 1;
  return () => {
    each.watchers -= 1;
    void session.drained().then(() => closeIfDone(key));
  };
}

function closeIfDone(key: string): void {
  const each = open.get(key);
  if (!each || each.watchers > 0 || each.session.hasUnsaved()) return;
  each.session.stop();
  each.deafen();
  open.delete(key);
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    for (const { session } of open.values()) if (session.hasUnsaved()) session.saveNow();
  });
  // The browser asks before it closes the page, and only when something typed has not arrived.
  window.addEventListener('beforeunload', (event) => {
    if ([...open.values()].some(({ session }) => session.hasUnsaved())) event.preventDefault();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const { session } of open.values()) session.commit();
  });
  sessionStore.subscribe(() => {
    const { user, expired } = sessionStore.get();
    if (user === null || expired) return;
    for (const [key, { session }] of open) if (key.startsWith(`${user.userName}|`)) session.signedIn();
  });
}

/** Sheets of this user for which this browser still holds unsaved scores, by sheet id. */
export async function sheetsWithUnsaved(userName: string): Promise<Set<string>> {
  return new Set((await indexedDbOutbox.list(userName)).map((record) => record.sheetId));
}
