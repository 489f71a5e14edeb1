import {
  earlierScores,
  scoreInputTime,
  scoreItemProportions,
  teachingClassDetail,
  idOf,
} from '@jwxt/contracts/score/score-entry.operations.ts';
import { handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { itemViews } from '../shared/score-item-view.ts';
import { readEarlierScores } from '../shared/earlier-scores.read.ts';
import { findEntryClass, findSheet, sheetOfApplication, type SheetView } from './sheet.read.ts';

const PERMISSION = 'scoreEntry:detail';

/** The sheet that an id names (SCORE-ENTRY-15): of a class, or of the class that an application is about. */
async function sheetAbout(
  { type, id, scoreType }: { type: (typeof idOf)[keyof typeof idOf]; id: string; scoreType: string },
  { services: { db }, user, now }: SignedInCall,
): Promise<SheetView> {
  const key = type === idOf.teachingClass ? { teachingClassId: id, scoreType } : await sheetOfApplication(db, id);
  const found = key && (await findSheet(db, user, PERMISSION, key, now));
  if (!found) throw new Refused('SHEET_NOT_FOUND');
  return found;
}

const detailHandler = handler(teachingClassDetail, async (about, call) => {
  const {
    entryClass,
    rules: { scoreHierarchyCode, scoreHierarchyName, listCode, digit },
  } = await sheetAbout(about, call);
  return { ...entryClass, scoreHierarchyCode, scoreHierarchyName, listCode, digit };
});

const proportionsHandler = handler(scoreItemProportions, async ({ semesterId, ...about }, call) => {
  const { entryClass, rules } = await sheetAbout(about, call);
  if (semesterId !== undefined && semesterId !== entryClass.semesterId) throw new Refused('SHEET_NOT_FOUND');
  return { list: itemViews(rules.items, rules.listCode) };
});

const inputTimeHandler = handler(
  scoreInputTime,
  async ({ teachingClassId, scoreType, semesterId }, { services: { db }, user, now }) => {
    const found = await findEntryClass(db, user, PERMISSION, { teachingClassId, scoreType }, now);
    if (!found || (semesterId !== undefined && semesterId !== found.semesterId)) throw new Refused('SHEET_NOT_FOUND');
    const { scoreTermInputBeginTime, scoreTermInputEndTime, windowState } = found;
    return { scoreTermInputBeginTime, scoreTermInputEndTime, windowState };
  },
);

const earlierHandler = handler(earlierScores, async (key, { services: { db }, user, now }) => {
  if (!(await findEntryClass(db, user, PERMISSION, key, now))) throw new Refused('SHEET_NOT_FOUND');
  return await readEarlierScores(db, key);
});

/** Facts of one class, call by call as the specification names them. */
export const classFactHandlers = [detailHandler, proportionsHandler, inputTimeHandler, earlierHandler];
