import {
  examSetHistory,
  examSetItems,
  examSetStudents,
  examSetTemplates,
  exportExamSets,
  queryExamSets,
  scoreTimeQuery,
  teachingClassDetail,
} from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { itemViews } from '../score/shared/score-item-view.ts';
import { findRules, listStudents, listTeachers, listTemplates } from './exam-set-class.read.ts';
import {
  countClasses,
  exportedClasses,
  findClass,
  itemsText,
  listClasses,
  type ClassKey,
  type WindowSource,
} from './exam-set.read.ts';
import { capacityOf } from './exam-set.handlers.ts';
import { settingHistory } from './setting-history.ts';

const sourceNames: Record<WindowSource, string> = {
  class: '本教学班单独设置',
  course: '按课程设置',
  unitNature: '按开课单位和课程性质设置',
  unit: '按开课单位设置',
  nature: '按课程性质设置',
  semester: '学期统一设置',
  none: '未设置',
};

async function seenClass(call: SignedInCall, key: ClassKey) {
  const found = await findClass(call.services.db, call.user, call.permission, key, call.now);
  if (!found) throw new Refused('EXAM_SET_CLASS_UNKNOWN');
  return found;
}

/** What staff read of exam settings (EXAM-SET-01, 17…20), each in the caller's scope. */
export const examSetReadingHandlers = [
  handler(queryExamSets, async ({ pageNo, pageSize, sort, ...filter }, { services, user, permission, now }) => {
    const [page, figures] = await Promise.all([
      listClasses(services.db, user, permission, filter, now, { pageNo, pageSize, sort }),
      countClasses(services.db, user, permission, { semesterId: filter.semesterId, scoreType: filter.scoreType }, now),
    ]);
    return { ...page, figures, serverTime: toDateTimeText(now) };
  }),
  exportHandler(exportExamSets, (filter, { user, permission, now }) =>
    listExport('教学班与考试设置.xlsx', {
      sheet: '考试设置',
      rows: exportedClasses(user, permission, filter, now),
      columns: [
        { header: '学年学期', width: 26, value: (row) => row.semesterName },
        { header: '开课单位', width: 20, value: (row) => row.openDepartmentName },
        { header: '课程编号', width: 14, value: (row) => row.courseNum },
        { header: '课程名称', width: 28, value: (row) => row.courseName },
        { header: '教学班', width: 36, value: (row) => row.teachingClassName },
        { header: '任课教师', width: 16, value: (row) => row.teacherName },
        { header: '录入教师', width: 12, value: (row) => row.importTeacher },
        { header: '人数', width: 8, value: (row) => row.coursePersonCount, kind: 'number' },
        { header: '已录入', width: 8, value: (row) => row.enteredNum, kind: 'number' },
        { header: '状态', width: 10, value: (row) => row.sheetStatusName },
        { header: '逾期', width: 8, value: (row) => (row.overdue === yesNo.yes ? '是' : '') },
        { header: '成绩模板', width: 30, value: (row) => row.scoreTemplateName },
        { header: '分项', width: 36, value: (row) => row.itemsText },
        { header: '等级制', width: 12, value: (row) => row.scoreHierarchyName },
        { header: '小数位', width: 8, value: (row) => row.digit, kind: 'number' },
        { header: '录入开始', width: 22, kind: 'time', value: (row) => row.scoreTermInputBeginTime ?? '' },
        { header: '录入截止', width: 22, kind: 'time', value: (row) => row.scoreTermInputEndTime ?? '' },
      ],
    }),
  ),
  handler(examSetTemplates, async (_input, { services }) =>
    (await listTemplates(services.db)).map(({ items, ...template }) => ({ ...template, itemsText: itemsText(items) })),
  ),
  handler(teachingClassDetail, async (key, call) => {
    const { db } = call.services;
    const { shown, revision } = await seenClass(call, key);
    const [teachers, templates] = await Promise.all([listTeachers(db, key.teachingClassId), listTemplates(db)]);
    const template = templates.find(({ scoreTemplateId }) => scoreTemplateId === shown.scoreTemplateId);
    const limits =
      template?.teacherAdjust === yesNo.yes
        ? template.items.map(({ dataKey, scoreSubItemProportion, min, max }) => ({
            dataKey,
            min: min ?? scoreSubItemProportion,
            max: max ?? scoreSubItemProportion,
          }))
        : null;
    return {
      ...shown,
      revision,
      serverTime: toDateTimeText(call.now),
      teachers,
      limits,
      itemCapacity: mayDo(call.user, 'examSet:subItemBatch')
        ? capacityOf(call, 'examSet:subItemBatch')
        : ('none' as const),
    };
  }),
  handler(scoreTimeQuery, async (key, call) => {
    const {
      shown: { scoreTermInputBeginTime, scoreTermInputEndTime, windowState },
      source,
    } = await seenClass(call, key);
    return {
      scoreTermInputBeginTime,
      scoreTermInputEndTime,
      windowState,
      source,
      sourceName: sourceNames[source],
      serverTime: toDateTimeText(call.now),
    };
  }),
  handler(examSetStudents, async ({ pageNo, pageSize, sort, ...key }, call) => {
    await seenClass(call, key);
    const { db } = call.services;
    return await listStudents(db, key, await findRules(db, key), { pageNo, pageSize, sort });
  }),
  handler(examSetItems, async (key, call) => {
    await seenClass(call, key);
    const found = await findRules(call.services.db, key);
    return found ? itemViews(found.rules.items, found.rules.listCode) : [];
  }),
  handler(examSetHistory, async (key, call) => {
    await seenClass(call, key);
    return settingHistory(await call.services.storedStreams.read(sheetStream(key.teachingClassId, key.scoreType)));
  }),
];
