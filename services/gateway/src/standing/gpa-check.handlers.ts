import {
  checkStatusNames,
  confirmGpaCheck,
  confirmGpaCheckOperation,
  exportGpaChecks,
  generateGpaChecks,
  gpaCheckDetailOperation,
  ownGpaChecks,
  queryGpaChecks,
} from '@jwxt/contracts/standing/gpa-check.operations.ts';
import { startLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { gradeMajorsOf, isGenerating } from './generation.read.ts';
import {
  checkOf,
  checkRowOf,
  figuresOf,
  findGpaCheck,
  listGpaChecks,
  ownFiguresOf,
  readEarlierFigures,
  readOwnGpaChecks,
  selectGpaChecks,
  type CheckWithCourses,
} from './gpa-check.read.ts';
import { splitByOpenness } from './open-to-student.ts';
import { readCourseNames, shownCourses } from './shown-courses.ts';

/** The student's newest versions, those apart that hold a score which is not open to him. */
async function ownChecks(call: SignedInCall): Promise<{ open: CheckWithCourses[]; withheld: CheckWithCourses[] }> {
  const { studentCode } = call.user;
  if (studentCode === null) throw new Refused('STANDING_NO_STUDENT');
  return await splitByOpenness(call, studentCode, await readOwnGpaChecks(call.services.db, studentCode));
}

/** 绩点核查 (SCORE-MORE-21). */
export const gpaCheckHandlers: readonly Handler[] = [
  handler(queryGpaChecks, async (input, { services, user }) => await listGpaChecks(services.db, user, input)),

  exportHandler(exportGpaChecks, (filter, { user, permission }) =>
    listExport('绩点核查名单.xlsx', {
      sheet: '绩点核查',
      rows: selectGpaChecks(user, permission, filter),
      columns: [
        { header: '学号', width: 16, value: (row) => row.studentNumber },
        { header: '姓名', width: 12, value: (row) => row.studentName },
        { header: '院系', width: 24, value: (row) => row.departmentName },
        { header: '年级专业', width: 28, value: (row) => row.gradeMajorName },
        { header: '行政班', width: 18, value: (row) => row.administrativeClassName },
        { header: '平均学分绩点', width: 14, kind: 'number', value: (row) => row.gpa },
        { header: '加权平均分', width: 14, kind: 'number', value: (row) => row.weightedAverage },
        { header: '已获学分', width: 12, kind: 'number', value: (row) => row.creditEarned },
        { header: '未通过学分', width: 12, kind: 'number', value: (row) => row.creditFailed },
        { header: '班级排名', width: 12, value: (row) => row.rankInClass },
        { header: '专业排名', width: 12, value: (row) => row.rankInMajor },
        { header: '规则版本', width: 14, value: (row) => row.ruleVersion },
        { header: '版本', width: 8, kind: 'number', value: (row) => String(row.versionNo) },
        { header: '生成时间', width: 20, kind: 'time', value: (row) => row.generatedAt },
        { header: '核对状态', width: 12, value: (row) => checkStatusNames[row.checkStatus] },
        { header: '核对时间', width: 20, kind: 'time', value: (row) => row.checkTime ?? '' },
        { header: '异议', width: 40, value: (row) => row.objection },
      ],
    }),
  ),

  handler(gpaCheckDetailOperation, async ({ key }, { services: { db }, user, permission }) => {
    const found = await findGpaCheck(db, user, permission, key);
    if (!found) throw new Refused('NOT_FOUND');
    const [earlier, names] = await Promise.all([readEarlierFigures(db, found), readCourseNames(db)]);
    return { row: checkRowOf(found), courses: shownCourses(found.courses, names), earlier: earlier.map(figuresOf) };
  }),

  handler(generateGpaChecks, async ({ commandId, semesterId, ...range }, call) => {
    const { db } = call.services;
    if (await isGenerating(db, 'gpaCheckGenerate', commandId)) throw new Refused('STANDING_GENERATING');
    const [items, names] = await Promise.all([gradeMajorsOf(db, range), readCourseNames(db)]);
    if (items.length === 0) throw new Refused('STANDING_NOBODY');
    const title = `${names.get(semesterId) ?? semesterId}绩点核查名单生成`;
    return await runCommand(startLongJob, { kind: 'gpaCheckGenerate', title, payload: { semesterId }, items }, call, {
      commandId,
    });
  }),

  handler(ownGpaChecks, async (_input, call) => {
    const { db } = call.services;
    const [{ open, withheld }, names] = await Promise.all([ownChecks(call), readCourseNames(db)]);
    const list = await Promise.all(
      open.map(async (check) => {
        const [before] = await readEarlierFigures(db, check);
        return {
          gpaCheckId: check.gpaCheckId,
          semesterName: check.semesterName,
          ...ownFiguresOf(check),
          ...checkOf(check),
          courses: shownCourses(check.courses, names),
          before: before ? ownFiguresOf(before) : null,
        };
      }),
    );
    return { list, withheld: withheld.map(({ semesterName }) => semesterName) };
  }),

  handler(confirmGpaCheckOperation, async ({ commandId, ...said }, call) => {
    const { withheld } = await ownChecks(call);
    if (withheld.some(({ gpaCheckId }) => gpaCheckId === said.gpaCheckId)) throw new Refused('GPA_CHECK_WITHHELD');
    return await runCommand(confirmGpaCheck, said, call, { commandId });
  }),
];
