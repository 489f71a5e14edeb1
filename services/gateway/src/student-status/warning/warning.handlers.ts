import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  classToWarn,
  ownClassesToWarn,
  warnStudent,
  warnStudentOperation,
} from '@jwxt/contracts/student-status/warning/course-warning.operations.ts';
import {
  exportWarningResults,
  guardianLetters,
  ownWarnings,
  queryWarningResults,
  revokeWarning,
  revokeWarningOperation,
  sendWarnings,
  sendWarningsOperation,
  signWarning,
  signWarningOperation,
  tellGuardians,
  tellGuardiansOperation,
  warningFigures,
  warningResultDetail,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import {
  computeWarnings,
  confirmWarnings,
  confirmWarningsOperation,
  exemptWarnings,
  exemptWarningsOperation,
  exportInitialList,
  initialListDetail,
  publishWarningScheme,
  publishWarningSchemeOperation,
  queryInitialList,
  startWarnings,
} from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import {
  initialChangeNames,
  initialStatusNames,
  sendStatusNames,
} from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { pdfAnswer } from '../../kernel/document-answer.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { loggedFile } from '../../kernel/look-log.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { listClassesToWarn, mayWarnIn, readClassToWarn, readOwnCourseWarnings } from './course-warning.read.ts';
import { guardianLetter } from './guardian-letter.ts';
import { findInitialLine, listInitialLines, reachesWarnings, selectInitialLines } from './initial-list.read.ts';
import {
  findResults,
  listResults,
  readFigures,
  readGuardians,
  readOwnResults,
  readRecords,
  readSchoolName,
  selectResults,
} from './warning-result.read.ts';
import { shownHits } from './warning-shown.ts';

type Rows = Parameters<typeof reachesWarnings>[3];
async function checkScope({ services, user, permission }: SignedInCall, what: Rows): Promise<void> {
  if (!(await reachesWarnings(services.db, user, permission, what))) throw new Refused('OUT_OF_SCOPE');
}
const lines = (keys: readonly string[]): Rows => ({ table: 'warning_initial', keys });
const results = (keys: readonly string[]): Rows => ({ table: 'status_warning_result', keys });

async function checkClass({ services, user, permission }: SignedInCall, teachingClassId: string): Promise<void> {
  if (!(await mayWarnIn(services.db, user, permission, teachingClassId))) throw new Refused('OUT_OF_SCOPE');
}

const student = <Row extends Readonly<Record<'studentNumber' | 'studentName' | 'departmentName', string>>>() => [
  { header: '学号', width: 16, value: (row: Row) => row.studentNumber },
  { header: '姓名', width: 12, value: (row: Row) => row.studentName },
  { header: '院系', width: 24, value: (row: Row) => row.departmentName },
];

/** Schemes and the lists that are computed by them (STUDENT-STATUS-26, 30). */
const listHandlers: readonly Handler[] = [
  handler(publishWarningSchemeOperation, async ({ commandId, ...asked }, call) => {
    return await runCommand(publishWarningScheme, asked, call, { commandId });
  }),
  handler(computeWarnings, async ({ commandId, ...asked }, call) => {
    return await runCommand(startWarnings, asked, call, { commandId });
  }),
  handler(queryInitialList, async (input, { services, user }) => await listInitialLines(services.db, user, input)),
  exportHandler(exportInitialList, (filter, { user, permission }) =>
    listExport('预警初始名单.xlsx', {
      sheet: '预警初始名单',
      rows: selectInitialLines(user, permission, filter),
      columns: [
        ...student(),
        { header: '年级专业', width: 28, value: (row) => row.gradeMajorName },
        { header: '行政班', width: 18, value: (row) => row.administrativeClassName },
        { header: '方案', width: 24, value: (row) => row.schemeName },
        { header: '预警级别', width: 12, value: (row) => row.warningLevelName },
        { header: '原级别', width: 12, value: (row) => row.levelBefore },
        { header: '原因', width: 40, value: (row) => row.reasonText },
        { header: '状态', width: 12, value: (row) => initialStatusNames[row.initialStatus] },
        { header: '变化', width: 12, value: (row) => initialChangeNames[row.initialChange] },
        { header: '不列入原因', width: 24, value: (row) => row.leftOut },
        { header: '免予预警原因', width: 24, value: (row) => row.exemptReason },
        { header: '计算时间', width: 20, kind: 'time', value: (row) => row.computedAt },
      ],
    }),
  ),
  handler(initialListDetail, async ({ key }, call) => {
    const found = await findInitialLine(call.services.db, call.user, call.permission, key);
    if (!found) throw new Refused('NOT_FOUND');
    return { row: found.row, hits: await shownHits(call, found.row.studentCode, found.hits) };
  }),
  handler(exemptWarningsOperation, async ({ commandId, ...asked }, call) => {
    await checkScope(call, lines(asked.keys));
    return await runCommand(exemptWarnings, asked, call, { commandId });
  }),
  handler(confirmWarningsOperation, async ({ commandId, ...asked }, call) => {
    await checkScope(call, lines(asked.keys));
    return await runCommand(confirmWarnings, asked, call, { commandId });
  }),
];

/** Warnings that were confirmed: for staff, and for the student himself (STUDENT-STATUS-27). */
const resultHandlers: readonly Handler[] = [
  handler(queryWarningResults, async (input, { services, user }) => await listResults(services.db, user, input)),
  handler(
    warningFigures,
    async ({ semesterId }, { services, user }) => await readFigures(services.db, user, semesterId),
  ),
  exportHandler(exportWarningResults, (filter, { user, permission }) =>
    listExport('学籍预警结果.xlsx', {
      sheet: '学籍预警结果',
      rows: selectResults(user, permission, filter),
      columns: [
        ...student(),
        { header: '年级专业', width: 28, value: (row) => row.gradeMajorName },
        { header: '行政班', width: 18, value: (row) => row.administrativeClassName },
        { header: '学年学期', width: 24, value: (row) => row.semesterName },
        { header: '预警级别', width: 12, value: (row) => row.warningLevelName },
        { header: '预警类型', width: 16, value: (row) => row.warningTypeName },
        { header: '原因', width: 40, value: (row) => row.reasonText },
        { header: '连续次数', width: 10, kind: 'number', value: (row) => String(row.times) },
        { header: '发送状态', width: 12, value: (row) => sendStatusNames[row.sendStatus] },
        { header: '发送时间', width: 20, kind: 'time', value: (row) => row.sentTime ?? '' },
        { header: '签收时间', width: 20, kind: 'time', value: (row) => row.readTime ?? '' },
        { header: '通知监护人', width: 20, kind: 'time', value: (row) => row.guardianTime ?? '' },
        { header: '处理记录', width: 10, kind: 'number', value: (row) => String(row.recordNum) },
        { header: '撤销原因', width: 24, value: (row) => row.revokeReason },
      ],
    }),
  ),
  handler(warningResultDetail, async ({ key }, call) => {
    const [found] = await findResults(call.services.db, call.user, call.permission, [key]);
    if (!found) throw new Refused('NOT_FOUND');
    const [hits, records] = await Promise.all([
      shownHits(call, found.row.studentCode, found.hits),
      readRecords(call.services.db, key),
    ]);
    return { row: found.row, hits, records };
  }),
  handler(sendWarningsOperation, async ({ commandId, ...asked }, call) => {
    await checkScope(call, results(asked.keys));
    return await runCommand(sendWarnings, asked, call, { commandId });
  }),
  handler(tellGuardiansOperation, async ({ commandId, ...asked }, call) => {
    await checkScope(call, results(asked.keys));
    return await runCommand(tellGuardians, asked, call, { commandId });
  }),
  handler(guardianLetters, async ({ keys }, call) => {
    const { db } = call.services;
    const found = await findResults(db, call.user, call.permission, keys);
    if (found.length < new Set(keys).size) throw new Refused('OUT_OF_SCOPE');
    const rows = found.map(({ row }) => row).filter((row) => row.notifyGuardian && row.revokeReason === '');
    if (rows.length === 0) throw new Refused('WARNING_NO_LETTERS');
    const codes = rows.map(({ studentCode }) => studentCode);
    const [guardians, schoolName] = await Promise.all([readGuardians(db, codes), readSchoolName(db)]);
    const day = toDateTimeText(call.now).slice(0, 10);
    const document = guardianLetter(rows, guardians, { schoolName, at: call.now, day });
    const file = await pdfAnswer(call, `学籍预警家长通知书_${day}.pdf`, document);
    // Letters have telephones and addresses whole (decision 056).
    return await loggedFile(call, guardianLetters, { keys }, { ...file, rows: rows.length }, ['phone', 'address']);
  }),
  handler(revokeWarningOperation, async ({ commandId, ...asked }, call) => {
    await checkScope(call, results([asked.key]));
    return await runCommand(revokeWarning, asked, call, { commandId });
  }),
  handler(ownWarnings, async (_input, call) => {
    const { studentCode } = call.user;
    if (studentCode === null) throw new Refused('WARNING_NO_STUDENT');
    const [found, courses] = await Promise.all([
      readOwnResults(call.services.db, studentCode),
      readOwnCourseWarnings(call.services.db, studentCode),
    ]);
    return {
      list: await Promise.all(
        found.map(async ({ row, hits }) => ({ ...row, hits: await shownHits(call, studentCode, hits) })),
      ),
      courses,
    };
  }),
  handler(signWarningOperation, async ({ commandId, ...asked }, call) => {
    if (call.user.studentCode === null) throw new Refused('WARNING_NO_STUDENT');
    return await runCommand(signWarning, asked, call, { commandId });
  }),
];

/** Warnings in courses, by their teachers (STUDENT-STATUS-28). */
const courseHandlers: readonly Handler[] = [
  handler(ownClassesToWarn, async (_input, { services, user, permission }) => ({
    list: await listClassesToWarn(services.db, user, permission),
  })),
  handler(classToWarn, async ({ teachingClassId }, call) => {
    await checkClass(call, teachingClassId);
    return await readClassToWarn(call.services.db, teachingClassId);
  }),
  handler(warnStudentOperation, async ({ commandId, ...asked }, call) => {
    await checkClass(call, asked.teachingClassId);
    return await runCommand(warnStudent, asked, call, { commandId });
  }),
];

export const warningHandlers: readonly Handler[] = [...listHandlers, ...resultHandlers, ...courseHandlers];
