import {
  auditApplication,
  auditCourses,
  auditScore,
  auditScoreExport,
  auditSheet,
  auditStudents,
} from '@jwxt/contracts/audit/audit.operations.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { sheetId, sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatusNames, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { workbookAnswer } from '../kernel/document-answer.ts';
import { documentHandler } from '../kernel/export-handler.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { contentStreams, replayApplication } from './application-history.ts';
import {
  findCourses,
  findStudents,
  mayReplayApplication,
  mayReplaySheet,
  readClassList,
  readLedger,
  readSheetRow,
  readStudent,
  type CourseRow,
  type StudentRow,
} from './audit.read.ts';
import { replayWorkbook } from './replay-workbook.ts';
import { replayScore, type ScoreHistory } from './score-history.ts';
import { sheetMoment } from './score-moment.ts';
import { foldEvents, until } from '../kernel/stored-streams.ts';

const studentsShown = 20;

/**
 * `asOf` as an instant: ISO, or `YYYY-MM-DD HH:mm:ss` in school time (then to the end of that second). Null for now.
 */
function parseAsOf(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  const instant = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}.999+08:00`)
    : Date.parse(text);
  if (Number.isNaN(instant)) throw invalidField('asOf', '时间格式应为 YYYY-MM-DD HH:mm:ss');
  return new Date(instant).toISOString();
}

async function loadHistory(
  call: SignedInCall,
  studentCode: string,
  courseCode: string,
  asOf: string | null,
): Promise<{ student: StudentRow; course: CourseRow; history: ScoreHistory }> {
  const { db, storedStreams } = call.services;
  const student = await readStudent(db, studentCode);
  const ledger = student && (await readLedger(db, call.user, call.permission, student.studentCode, courseCode));
  if (!student || !ledger) throw new Refused('AUDIT_NO_SCORE');
  const streams = await Promise.all(
    ledger.streams.map(async (stream) => until(asOf, await storedStreams.read(stream))),
  );
  return { student, course: ledger.course, history: replayScore(streams.flat(), student, ledger.course.courseId) };
}

/**
 * Whether the fold gives what people are shown now; null while the read model stands at another revision, or for
 * recognitions.
 */
async function matchesReadModel(
  call: SignedInCall,
  { subject, current }: ScoreHistory,
  studentCode: string,
): Promise<boolean | null> {
  if (!subject?.sheet || !current) return null;
  const { teachingClassId, scoreType, revision } = subject.sheet;
  const shown = await readSheetRow(call.services.db, sheetId(teachingClassId, scoreType), studentCode);
  if (!shown || shown.revision !== revision) return null;
  return shown.final === current.final && (shown.remarkCode ?? current.remarkCode) === current.remarkCode;
}

/** What auditors ask: they read the event store, never a read model, but for finding their way. */
export const auditHandlers = [
  handler(auditScore, async ({ studentCode, courseCode, asOf }, call) => {
    const moment = parseAsOf(asOf);
    const { student, course, history } = await loadHistory(call, studentCode, courseCode, moment);
    const { steps, current, passMark } = history;
    return {
      student,
      course: {
        courseId: course.courseId,
        courseNum: course.courseNum,
        courseName: course.courseName,
        courseCredit: formatDecimal(course.courseCredit, 1, 1),
      },
      passMark,
      steps: [...steps],
      current,
      matchesReadModel: moment === null ? await matchesReadModel(call, history, student.studentCode) : null,
      changeCount: steps.filter((step) => step.valueChanged).length,
      applicationCount: new Set(steps.flatMap((step) => (step.application ? [step.application.applyId] : []))).size,
    };
  }),
  documentHandler(auditScoreExport, async ({ studentCode, courseCode }, call) => {
    const { student, course, history } = await loadHistory(call, studentCode, courseCode, null);
    return await workbookAnswer(
      call,
      'one student',
      `成绩回放_${student.studentNumber}_${student.studentName}_${course.courseName}.xlsx`,
      replayWorkbook(history.steps),
    );
  }),
  handler(auditSheet, async ({ teachingClassId, scoreType, asOf }, call) => {
    const { db, storedStreams } = call.services;
    if (!(await mayReplaySheet(db, call.user, call.permission, teachingClassId))) throw new Refused('SHEET_NOT_FOUND');
    const moment = parseAsOf(asOf);
    const events = until(moment, await storedStreams.read(sheetStream(teachingClassId, scoreType)));
    const state = foldEvents(sheetStreams, events);
    if (state.status === sheetStatus.unset) throw new Refused('SHEET_NOT_FOUND');
    const listed = await readClassList(db, teachingClassId);
    const known = new Set(listed.map((student) => student.studentCode));
    const students = [...listed, ...Object.values(state.rows).filter((row) => !known.has(row.studentCode))];
    return {
      teachingClassName: state.facts.teachingClassName,
      courseName: state.facts.courseName,
      semesterName: state.facts.semesterName,
      sheetStatus: state.status,
      sheetStatusName: sheetStatusNames[state.status],
      asOf: toDateTimeText(moment ?? call.now),
      revision: state.revision,
      items: state.rules.items.map(({ dataKey, scoreSubItemName, scoreSubItemProportion }) => ({
        dataKey,
        scoreSubItemName,
        scoreSubItemProportion,
      })),
      rows: students.map(({ studentCode, studentNumber, studentName }) => {
        const { items, remarkName, finalText } = sheetMoment(state, studentCode);
        return {
          studentCode,
          studentNumber,
          studentName,
          items: Object.fromEntries(
            items.map((item) => [item.dataKey, { value: item.value, barredBy: item.barredBy }]),
          ),
          scoreRemarkName: remarkName,
          studentScoreFinalValue: finalText,
        };
      }),
    };
  }),
  handler(auditApplication, async ({ applyId }, call) => {
    const { db, storedStreams } = call.services;
    const visible = await mayReplayApplication(db, call.user, call.permission, applyId);
    const [events, ...content] = visible
      ? await Promise.all(
          [applicationStream(applyId), ...contentStreams(applyId)].map((stream) => storedStreams.read(stream)),
        )
      : [];
    const history = events ? replayApplication(events, content.flat()) : null;
    if (!history) throw new Refused('APPROVAL_NOT_FOUND');
    return history;
  }),
  handler(auditStudents, async ({ keyword }, call) => ({
    list: await findStudents(call.services.db, call.user, call.permission, keyword, studentsShown),
  })),
  handler(auditCourses, async ({ studentCode }, call) => {
    const student = await readStudent(call.services.db, studentCode);
    // Whoever there is not has no courses; the caller's scope is asked for all the same.
    const code = student?.studentCode ?? studentCode;
    const courses = await findCourses(call.services.db, call.user, call.permission, code);
    return {
      list: courses.map(({ courseId, courseNum, courseName, eventCount, lastAt }) => ({
        courseId,
        courseNum,
        courseName,
        eventCount,
        lastAt: toDateTimeText(lastAt),
      })),
    };
  }),
];
