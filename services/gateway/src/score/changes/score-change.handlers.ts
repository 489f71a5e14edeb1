import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import {
  applyScoreChangeFor,
  applyScoreChangeOperation,
  queryScoreChanges,
  scoreChangeDetail,
} from '@jwxt/contracts/score/score-change.operations.ts';
import { changeEffectOf } from '@jwxt/contracts/score/sheet-figures.ts';
import { applyForScoreChange } from '@jwxt/contracts/score/score-sheet.command.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { reachesClass } from '../entry/entry-class.read.ts';
import { itemViews } from '../shared/score-item-view.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { changeDetailRowOf, changeItemOf, findChange, listChanges, makeupTypes } from './score-change.read.ts';
import { scoreChangeAuditHandlers } from './score-change-audit.handlers.ts';

const applyHandler = handler(applyScoreChangeOperation, async ({ commandId, ...payload }, call) => {
  const { applyId } = await runCommand(applyForScoreChange, payload, call, {
    commandId,
  });
  return { applyId };
});

const applyForHandler = handler(applyScoreChangeFor, async ({ commandId, ...payload }, call) => {
  const { services, user, permission } = call;
  if (!(await reachesClass(services.db, user, permission, payload.teachingClassId)))
    throw new Refused('SHEET_NOT_TEACHER');
  const { applyId } = await runCommand(applyForScoreChange, { ...payload, onBehalf: true }, call, { commandId });
  return { applyId };
});

const queryHandler = handler(queryScoreChanges, (filter, call) => listChanges(call.services.db, call.user, filter));

const detailHandler = handler(scoreChangeDetail, async ({ applyId }, call) => {
  const { db } = call.services;
  const row = await findChange(db, await viewerOf(call), applyId);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from base.teaching_class_student where teaching_class_id = $1',
    [row.teaching_class_id],
  );
  const makeup = await makeupTypes(db, row.teaching_class_id);
  return {
    ...changeItemOf(row),
    courseCredit: formatDecimal(row.sheet.courseCredit, 1, 1),
    coursePersonCount: rows[0]?.count ?? 0,
    teacherName: row.sheet.teachers.map(({ name }) => name).join('、'),
    importTeacher: row.sheet.importTeacher,
    items: itemViews(row.rules.items, row.rules.listCode),
    rows: row.rows.map((one) => changeDetailRowOf(one, row.rules, makeup)),
    effect: changeEffectOf(row.rows),
    effectTime: row.effected_at ? toDateTimeText(row.effected_at) : null,
    semesterId: row.sheet.semesterId,
    courseId: row.sheet.courseId,
    courseNum: row.sheet.courseNum,
    awaitsMe: row.awaits_me ?? false,
  };
});

export const scoreChangeHandlers = [
  applyHandler,
  applyForHandler,
  queryHandler,
  detailHandler,
  ...scoreChangeAuditHandlers,
];
