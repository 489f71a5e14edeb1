import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Audience, Listener } from './push-audience.ts';

/** Tells the teachers of a class that its sheet changed; approvers hear of the application instead. */
export interface SheetTelling {
  /** With the revision that each reached, in their order. */
  tell(sheetIds: readonly string[], revisions?: readonly number[]): void;
  /** Too many changed to name them. */
  tellAll(): void;
}

/** Sheets named in one message each; more are told as {@link MANY}. */
const namedAtMost = 200;
const MANY = '*';

/**
 * Creates the telling. Whose sheet it is stands in the base data: one question at a time, and what changes meanwhile is
 * asked together next, so that the last evening of the entry window asks no more often than the database answers.
 */
export function createSheetTelling(
  db: Queryable,
  audience: Audience,
  say: (listener: Listener, sheetId: string, revision?: number) => void,
  logger: Logger,
): SheetTelling {
  /** Sheets with the revision that they reached. */
  const waiting = new Map<string, number | undefined>();
  let asking = false;

  const ask = async (): Promise<void> => {
    const asked = new Map(waiting);
    waiting.clear();
    const { rows } = await db.query<{ gh: string; sheet_id: string }>(
      `select taught.gh, given.sheet_id from unnest($1::text[]) as given (sheet_id)
         join base.teaching_class_teacher taught on taught.teaching_class_id = left(given.sheet_id,
           length(given.sheet_id) - 2)`,
      [[...asked.keys()]],
    );
    for (const { gh, sheet_id: sheetId } of rows)
      for (const listener of audience.ofTeacher(gh)) say(listener, sheetId, asked.get(sheetId));
  };
  const askOn = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      while (waiting.size > 0) await ask();
    } catch (error) {
      logger.warn({ err: error }, '推送成绩单变化失败');
    } finally {
      asking = false;
    }
  };
  const tellAll = (): void => {
    for (const listener of audience.all) if (listener.user.gh !== null) say(listener, MANY);
  };

  return {
    tellAll,
    tell(sheetIds, revisions = []) {
      if (!audience.hasTeachers) return;
      for (const [index, sheetId] of sheetIds.entries()) waiting.set(sheetId, revisions[index]);
      if (waiting.size <= namedAtMost) return void askOn();
      waiting.clear();
      tellAll();
    },
  };
}
